// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.handler.web.WebSocketConnection.Kind;
import org.jspecify.annotations.Nullable;

/** The events of network requests. */
enum NetworkEvent {
    WILL_SEND("ResourceWillSendRequest"),
    SEND("ResourceSendRequest"),
    RESPONSE("ResourceReceiveResponse"),
    FINISH("ResourceFinish"),
    MARK_AS_CACHED("ResourceMarkAsCached"),
    CHANGE_PRIORITY("ResourceChangePriority"),
    CHANGE_RENDER_BLOCKING("PreloadRenderBlockingStatusChange"),
    PRECONNECT("LinkPreconnect"),
    WEB_SOCKET_CREATE("WebSocketCreate", Kind.CREATE),
    WEB_SOCKET_SEND_HANDSHAKE("WebSocketSendHandshakeRequest", Kind.SEND_HANDSHAKE),
    WEB_SOCKET_RECEIVE_HANDSHAKE("WebSocketReceiveHandshakeResponse", Kind.RECEIVE_HANDSHAKE),
    WEB_SOCKET_SEND("WebSocketSend", Kind.SEND),
    WEB_SOCKET_RECEIVE("WebSocketReceive", Kind.RECEIVE),
    WEB_SOCKET_DESTROY("WebSocketDestroy", Kind.DESTROY);

    private final String eventName;
    private final @Nullable Kind webSocketKind;

    NetworkEvent(String eventName) {
        this(eventName, null);
    }

    NetworkEvent(String eventName, @Nullable Kind webSocketKind) {
        this.eventName = eventName;
        this.webSocketKind = webSocketKind;
    }

    /** Returns the kind of a web socket's event; null for an event of a request. */
    @Nullable
    Kind webSocketKind() {
        return webSocketKind;
    }

    /** Returns the event with a name; null for other names. */
    static @Nullable NetworkEvent of(String name) {
        for (NetworkEvent event : values()) {
            if (event.eventName.equals(name)) {
                return event;
            }
        }
        return null;
    }
}
