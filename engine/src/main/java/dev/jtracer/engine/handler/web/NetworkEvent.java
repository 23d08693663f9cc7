// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.handler.web.WebSocketConnection.Kind;
import org.jspecify.annotations.Nullable;

/** The events that tell of network requests. */
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

    /** Returns what happens to a web socket; null when the event is about a request. */
    @Nullable
    Kind webSocketKind() {
        return webSocketKind;
    }

    /** Returns the event of a name; null for a name that does not matter. */
    static @Nullable NetworkEvent of(String name) {
        for (NetworkEvent event : values()) {
            if (event.eventName.equals(name)) {
                return event;
            }
        }
        return null;
    }
}
