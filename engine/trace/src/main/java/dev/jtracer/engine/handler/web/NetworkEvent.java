// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import org.jspecify.annotations.Nullable;

/** The events of network requests. */
enum NetworkEvent {
    WILL_SEND,
    SEND,
    RESPONSE,
    FINISH,
    MARK_AS_CACHED,
    /** An event of a request that changes none of its facts. */
    OTHER_OF_REQUEST,
    PRECONNECT,
    WEB_SOCKET_CREATE,
    OTHER_OF_WEB_SOCKET;

    static @Nullable NetworkEvent of(String name) {
        return switch (name) {
            case "ResourceWillSendRequest" -> WILL_SEND;
            case "ResourceSendRequest" -> SEND;
            case "ResourceReceiveResponse" -> RESPONSE;
            case "ResourceFinish" -> FINISH;
            case "ResourceMarkAsCached" -> MARK_AS_CACHED;
            case "ResourceChangePriority", "PreloadRenderBlockingStatusChange" -> OTHER_OF_REQUEST;
            case "LinkPreconnect" -> PRECONNECT;
            case "WebSocketCreate" -> WEB_SOCKET_CREATE;
            case "WebSocketSendHandshakeRequest",
                    "WebSocketReceiveHandshakeResponse",
                    "WebSocketSend",
                    "WebSocketReceive",
                    "WebSocketDestroy" -> OTHER_OF_WEB_SOCKET;
            default -> null;
        };
    }
}
