// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;

/** The data of an event that pairing needs. A view that is reused. */
final class ReplayedEvent implements TraceEvent {
    private Phase phase = Phase.INSTANT;
    private long tsNanos;
    private long durNanos;
    private int nameIndex;
    private String name = "";
    private int track;
    private int flags;

    ReplayedEvent set(Phase phase, int track, int nameIndex, String name, long tsNanos, long durNanos, int flags) {
        this.phase = phase;
        this.track = track;
        this.nameIndex = nameIndex;
        this.name = name;
        this.tsNanos = tsNanos;
        this.durNanos = durNanos;
        this.flags = flags;
        return this;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public long index() {
        return 0;
    }

    @Override
    public long tsNanos() {
        return tsNanos;
    }

    @Override
    public long durNanos() {
        return durNanos;
    }

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public long tid() {
        return 0;
    }

    @Override
    public int nameIndex() {
        return nameIndex;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String site() {
        return ""; // what replays has no totals of callbacks
    }

    @Override
    public String category() {
        return "";
    }

    @Override
    public int categoryIndex() {
        return 0;
    }

    @Override
    public String id() {
        return "";
    }

    @Override
    public IdKind idKind() {
        return IdKind.NONE;
    }

    @Override
    public long bindId() {
        return 0;
    }

    @Override
    public long hop() {
        return 0;
    }

    @Override
    public int track() {
        return track;
    }

    @Override
    public int flags() {
        return flags;
    }
}
