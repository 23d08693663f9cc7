// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.Track;
import java.util.Comparator;

/**
 * The identity of a track across segments.
 *
 * @param async whether it is the track of an id; otherwise that of a thread
 * @param pid process; 0 for an id that all processes share
 * @param tid thread; 0 for an id
 * @param category category of the id; empty for a thread
 * @param scope scope of the id; empty for a thread
 * @param id the id; empty for a thread
 * @param name name of a legacy async span, whose tracks have one each; empty otherwise
 */
record TrackKey(boolean async, long pid, long tid, String category, String scope, String id, String name)
        implements Comparable<TrackKey> {
    private static final Comparator<TrackKey> ORDER = Comparator.comparing(TrackKey::async)
            .thenComparing(TrackKey::pid)
            .thenComparing(TrackKey::tid)
            .thenComparing(TrackKey::category)
            .thenComparing(TrackKey::scope)
            .thenComparing(TrackKey::id)
            .thenComparing(TrackKey::name);

    /** Returns the key of the track of an event. */
    static TrackKey of(TraceEvent event, Track track) {
        if (!track.isAsync()) {
            return new TrackKey(false, track.pid(), track.tid(), "", "", "", "");
        }
        boolean nestable =
                switch (event.phase()) {
                    case ASYNC_BEGIN, ASYNC_INSTANT, ASYNC_END -> true;
                    default -> false;
                };
        long pid = event.idKind() == IdKind.LOCAL ? track.pid() : 0;
        return new TrackKey(true, pid, 0, event.category(), event.scope(), event.id(), nestable ? "" : event.name());
    }

    @Override
    public int compareTo(TrackKey other) {
        return ORDER.compare(this, other);
    }

    void write(PartialOutput out, TextTable texts) {
        out.writeByte(async ? 1 : 0);
        out.writeSigned(pid);
        out.writeSigned(tid);
        if (async) {
            out.writeUnsigned(texts.index(category));
            out.writeUnsigned(texts.index(scope));
            out.writeUnsigned(texts.index(id));
            out.writeUnsigned(texts.index(name));
        }
    }

    void addTexts(TextTable texts) {
        if (async) {
            texts.add(category);
            texts.add(scope);
            texts.add(id);
            texts.add(name);
        }
    }

    static TrackKey read(PartialInput in, TextTable texts) throws PartialFormatException {
        boolean async = in.readIndex(2) == 1;
        long pid = in.readSigned();
        long tid = in.readSigned();
        return async
                ? new TrackKey(
                        true, pid, tid, texts.readOne(in), texts.readOne(in), texts.readOne(in), texts.readOne(in))
                : new TrackKey(false, pid, tid, "", "", "", "");
    }
}
