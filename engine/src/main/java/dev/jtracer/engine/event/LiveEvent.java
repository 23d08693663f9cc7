// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Map;

/** The view that a live source fills for each record: two lookups of numbers, no parsing and no allocation. */
public final class LiveEvent implements TraceEvent {
    /** Symbols of a live trace: its category only. */
    public static final StringTable SYMBOLS = symbols();

    private final StringTable names;
    private final TrackTable tracks;

    private Phase phase = Phase.INSTANT;
    private long tsNanos;
    private int nameIndex;
    private int track;
    private int flags;
    private long bindId;
    private long hop;
    private String textKey = "";
    private int textIndex;

    public LiveEvent(StringTable names, TrackTable tracks) {
        this.names = names;
        this.tracks = tracks;
    }

    /** Sets this to the next event. The tables must contain the name and the track. Returns this. */
    public LiveEvent set(Phase phase, long tsNanos, int nameIndex, int track, int flags) {
        this.phase = phase;
        this.tsNanos = tsNanos;
        this.nameIndex = nameIndex;
        this.track = track;
        this.flags = flags;
        bindId = 0;
        hop = 0;
        textIndex = 0;
        return this;
    }

    /** Sets the passing's number of this event, a passing or the run of a callback. Returns this. */
    public LiveEvent bind(long bindId) {
        this.bindId = bindId;
        return this;
    }

    /** Marks this passing as handing on the callback of the first passing {@code firstNumber}. Returns this. */
    public LiveEvent hop(long firstNumber) {
        hop = firstNumber;
        return this;
    }

    /**
     * Sets the only argument of this event. Returns this.
     *
     * @param textIndex the name whose site is the text; 0 for none
     */
    public LiveEvent text(String key, int textIndex) {
        textKey = key;
        this.textIndex = textIndex;
        return this;
    }

    private static StringTable symbols() {
        StringTable symbols = new StringTable();
        symbols.add(TraceWords.JAVA);
        return symbols;
    }

    @Override
    public long index() {
        return 0;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public long tsNanos() {
        return tsNanos;
    }

    @Override
    public long pid() {
        return tracks.get(track).pid();
    }

    @Override
    public long tid() {
        return tracks.get(track).tid();
    }

    @Override
    public int nameIndex() {
        return nameIndex;
    }

    @Override
    public String name() {
        return names.get(nameIndex);
    }

    @Override
    public String site() {
        return names.site(nameIndex);
    }

    @Override
    public String category() {
        return TraceWords.JAVA;
    }

    @Override
    public int categoryIndex() {
        return 0;
    }

    @Override
    public String id() {
        return tracks.get(track).id();
    }

    @Override
    public IdKind idKind() {
        return IdKind.LOCAL;
    }

    @Override
    public long bindId() {
        return bindId;
    }

    @Override
    public Args args() {
        return textIndex == 0 ? Args.EMPTY : Args.of(Map.of(textKey, names.site(textIndex)));
    }

    @Override
    public long hop() {
        return hop;
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
