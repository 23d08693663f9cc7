// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.flow;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.pairing.Span;

/** A span at which arrows may begin or end: 64 bytes. */
record FlowSpan(int track, int nameIndex, int flags, long startNanos, long endNanos, long beginIndex, long bindId) {
    static FlowSpan of(Span span) {
        return new FlowSpan(
                span.track(),
                span.nameIndex(),
                span.flags(),
                span.startNanos(),
                span.endNanos(),
                span.beginIndex(),
                span.bindId());
    }

    Flows.SpanRef ref(StringTable names) {
        return new Flows.SpanRef(track, names.get(nameIndex), startNanos, endNanos);
    }
}
