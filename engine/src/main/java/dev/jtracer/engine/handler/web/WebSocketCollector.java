// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.web.WebSocketConnection.Event;
import dev.jtracer.engine.handler.web.WebSocketConnection.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The events of one web socket during collection. */
final class WebSocketCollector {
    private final String identifier;
    private final long pid;
    private final long tid;
    private final List<Event> events = new ArrayList<>();
    private String url = "";

    WebSocketCollector(String identifier, long pid, long tid) {
        this.identifier = identifier;
        this.pid = pid;
        this.tid = tid;
    }

    void add(Kind kind, TraceEvent event, Args data) {
        String text = data.text("url");
        Number bytes = data.number("dataLength");
        url = text == null ? url : text;
        events.add(new Event(kind, event.tsNanos(), bytes == null ? 0 : bytes.longValue()));
    }

    WebSocketConnection connection(Meta meta) {
        events.sort(Comparator.comparingLong(Event::tsNanos));
        long start = meta.startNanos();
        long end = meta.endNanos();
        boolean created = false;
        boolean destroyed = false;
        for (Event event : events) {
            if (event.kind() == Kind.CREATE && !created) {
                start = event.tsNanos();
                created = true;
            } else if (event.kind() == Kind.DESTROY) {
                end = event.tsNanos();
                destroyed = true;
            }
        }
        return new WebSocketConnection(
                identifier, pid, tid, url, start, Math.max(start, end), created, destroyed, events);
    }
}
