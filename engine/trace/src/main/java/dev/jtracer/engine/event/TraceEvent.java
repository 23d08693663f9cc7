// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event for handlers. Its source sets one instance to each event, so it is valid until {@code handleEvent}
 * returns. To keep an event, keep its {@link #copy()}.
 *
 * <p>Names and tracks are dense small numbers, so a handler's tables are arrays and no event costs a hash or a
 * string. Not safe for use by several threads; any thread may read a copy.
 */
public final class TraceEvent {
    /** Symbols of a live trace: its category only. */
    public static final StringTable LIVE_SYMBOLS = liveSymbols();

    /** Id or scope that is no symbol. */
    private static final int NONE = -1;
    /** Id that is that of the track. */
    private static final int OF_THE_TRACK = -2;

    private final StringTable names;
    private final StringTable symbols;
    private final TrackTable tracks;

    private Phase phase = Phase.INSTANT;
    private long index;
    private long tsNanos;
    private long durNanos;
    /** Whether process and thread are those of the track. */
    private boolean threadOfTrack;

    private long pid;
    private long tid;
    private int nameIndex;
    private int categoryIndex;
    private IdKind idKind = IdKind.NONE;
    private int id = NONE;
    private int scope = NONE;
    /* In place of the symbols, if not null. */
    private @Nullable String idText;
    private @Nullable String scopeText;
    private long bindId;
    private long forward;
    private boolean forwardInArgs;
    private int track;
    private int flags;
    /* In place of the details, if not null. */
    private @Nullable Args args;
    private @Nullable Args otherFields;
    /** Details that are not parsed for every event, because most are never read. */
    private @Nullable EventDetails details;

    private String textKey = "";
    private int textIndex;

    /** Creates an event of a live trace, whose only category is that of calls. */
    public TraceEvent(StringTable names, TrackTable tracks) {
        this(names, LIVE_SYMBOLS, tracks);
    }

    /** Creates an event whose indexes are those of these tables. */
    public TraceEvent(StringTable names, StringTable symbols, TrackTable tracks) {
        this.names = names;
        this.symbols = symbols;
        this.tracks = tracks;
    }

    private static StringTable liveSymbols() {
        StringTable symbols = new StringTable();
        symbols.add(TraceWords.JAVA);
        return symbols;
    }

    /**
     * Sets this to the next event: of the category with index 0, with the process, the thread and the id of its
     * track, and without anything else. The tables must contain the name and the track. Allocates nothing. Returns
     * this.
     */
    public TraceEvent set(Phase phase, long tsNanos, int nameIndex, int track, int flags) {
        clear();
        if (details != null) {
            details = null; // not written otherwise, because collectors track each write
        }
        this.phase = phase;
        this.tsNanos = tsNanos;
        this.nameIndex = nameIndex;
        this.track = track;
        this.flags = flags;
        threadOfTrack = true;
        id = OF_THE_TRACK;
        return this;
    }

    /** Resets everything but the phase, the id, the track and the details. Returns this. */
    public TraceEvent clear() {
        index = 0;
        tsNanos = 0;
        durNanos = 0;
        setThread(0, 0);
        nameIndex = 0;
        categoryIndex = 0;
        idText = null;
        scope = NONE;
        scopeText = null;
        bindId = 0;
        forward = 0;
        forwardInArgs = false;
        flags = SpanFlags.NONE;
        args = null;
        otherFields = null;
        textIndex = 0;
        return this;
    }

    /**
     * Sets this to the values of another event. If the indexes of the other one are not those of this event's tables,
     * the caller sets name, category, id, scope, thread and track. Returns this.
     */
    public TraceEvent copyFrom(TraceEvent other) {
        return copyFrom(other, other.details);
    }

    /** Sets this to the values of another event, as {@link #copyFrom(TraceEvent)}, whose details are elsewhere. */
    public TraceEvent copyFrom(TraceEvent other, @Nullable EventDetails moved) {
        if (details != moved) {
            details = moved; // a reference that is the same is not written, because collectors track each write
        }
        phase = other.phase;
        index = other.index;
        tsNanos = other.tsNanos;
        durNanos = other.durNanos;
        threadOfTrack = other.threadOfTrack;
        pid = other.pid;
        tid = other.tid;
        nameIndex = other.nameIndex;
        categoryIndex = other.categoryIndex;
        idKind = other.idKind;
        id = other.id;
        idText = other.idText;
        scope = other.scope;
        scopeText = other.scopeText;
        bindId = other.bindId;
        forward = other.forward;
        forwardInArgs = other.forwardInArgs;
        track = other.track;
        flags = other.flags;
        args = other.args;
        otherFields = other.otherFields;
        textKey = other.textKey;
        textIndex = other.textIndex;
        return this;
    }

    /** Returns a copy that stays valid. */
    public TraceEvent copy() {
        TraceEvent copy = new TraceEvent(names, symbols, tracks).copyFrom(this, null);
        copy.setThread(pid(), tid()); // the track may get another thread later
        if (id == OF_THE_TRACK) {
            copy.setId(IdKind.LOCAL, id());
        }
        copy.setArgs(args());
        copy.setOtherFields(otherFields());
        copy.textIndex = 0;
        return copy;
    }

    public Phase phase() {
        return phase;
    }

    public TraceEvent setPhase(Phase phase) {
        this.phase = phase;
        return this;
    }

    /** Returns the index among the events of its source, from 0; always 0 on the live path. */
    public long index() {
        return index;
    }

    public TraceEvent setIndex(long index) {
        this.index = index;
        return this;
    }

    /** Returns the time in nanoseconds, exact to three decimals of a file's microseconds. May be negative. */
    public long tsNanos() {
        return tsNanos;
    }

    public TraceEvent setTsNanos(long tsNanos) {
        this.tsNanos = tsNanos;
        return this;
    }

    /** Returns the duration in nanoseconds, never negative; 0 unless the phase is {@link Phase#COMPLETE}. */
    public long durNanos() {
        return durNanos;
    }

    public TraceEvent setDurNanos(long durNanos) {
        this.durNanos = durNanos;
        return this;
    }

    /** Returns the process; 0 if the event has none. */
    public long pid() {
        return threadOfTrack ? tracks.get(track).pid() : pid;
    }

    /** Returns the thread; 0 if the event has none. */
    public long tid() {
        return threadOfTrack ? tracks.get(track).tid() : tid;
    }

    /** Sets the process and the thread, which may be others than those of the track. */
    public TraceEvent setThread(long pid, long tid) {
        threadOfTrack = false;
        this.pid = pid;
        this.tid = tid;
        return this;
    }

    /** Returns the index of the name in the {@link StringTable} that the source shares with its handlers. */
    public int nameIndex() {
        return nameIndex;
    }

    public TraceEvent setNameIndex(int nameIndex) {
        this.nameIndex = nameIndex;
        return this;
    }

    /** Returns the name; empty if the event has none. */
    public String name() {
        return names.get(nameIndex);
    }

    /**
     * Returns the pass site of the callback that is passed or runs: the line of the source that passed it, as
     * {@code Class.method:line}; empty if it is not known, and for every other event. The {@link #nameIndex}
     * determines it.
     */
    public String site() {
        return names.site(nameIndex);
    }

    /** Returns what the calls of the event's name are. The {@link #nameIndex} determines it. */
    public NameKind kind() {
        return names.kind(nameIndex);
    }

    /** Returns the categories, separated by commas as in the file; empty if there are none. */
    public String category() {
        return symbols.get(categoryIndex);
    }

    /** Returns the index of {@link #category} in the source's {@link TraceSource#symbols}. */
    public int categoryIndex() {
        return categoryIndex;
    }

    public TraceEvent setCategoryIndex(int categoryIndex) {
        this.categoryIndex = categoryIndex;
        return this;
    }

    /** Returns the id as text, that of {@code id}, {@code id2.global} or {@code id2.local}; empty if none is set. */
    public String id() {
        if (idText != null) {
            return idText;
        }
        return switch (id) {
            case NONE -> "";
            case OF_THE_TRACK -> tracks.get(track).id();
            default -> symbols.get(id);
        };
    }

    /** Returns the form of the id. */
    public IdKind idKind() {
        return id == OF_THE_TRACK ? IdKind.LOCAL : idKind;
    }

    /** Sets the id, which is a symbol. */
    public TraceEvent setId(IdKind kind, int symbol) {
        idKind = kind;
        id = symbol;
        idText = null;
        return this;
    }

    /** Sets an id that is no symbol. */
    public TraceEvent setId(IdKind kind, String text) {
        idKind = kind;
        id = NONE;
        idText = text;
        return this;
    }

    /** Returns the scope of the id; empty if there is none. */
    public String scope() {
        if (scopeText != null) {
            return scopeText;
        }
        return scope == NONE ? "" : symbols.get(scope);
    }

    /** Sets the scope of the id, which is a symbol. */
    public TraceEvent setScope(int symbol) {
        scope = symbol;
        scopeText = null;
        return this;
    }

    /** Sets a scope that is no symbol. */
    public TraceEvent setScope(String text) {
        scopeText = text;
        return this;
    }

    /**
     * Returns the {@code bind_id} of this event's flow flags, the pass's number of a pass or of the run of a
     * callback; 0 if there is none. A text that is no number of at most 64 bits has a unique number below 0.
     */
    public long bindId() {
        return bindId;
    }

    public TraceEvent setBindId(long bindId) {
        this.bindId = bindId;
        return this;
    }

    /** Returns the number of the callback's first pass, for a forward; 0 for a first pass and every other event. */
    public long forward() {
        return forwardInArgs ? PassNumber.of(args(), TraceWords.FORWARD) : forward;
    }

    /** Marks this pass as one that forwards the callback of the first pass {@code firstNumber}. Returns this. */
    public TraceEvent setForward(long firstNumber) {
        forward = firstNumber;
        forwardInArgs = false;
        return this;
    }

    /** Sets the first pass to the one that an argument names, if any. Returns this. */
    public TraceEvent setForwardInArgs() {
        forwardInArgs = true;
        return this;
    }

    /**
     * Returns the index of the event's {@link Track} in the {@link TrackTable}: the stack on which its begins and
     * ends nest. Async events have one track per id (see {@link TrackTable#async}), all others one per process and
     * thread.
     */
    public int track() {
        return track;
    }

    public TraceEvent setTrack(int track) {
        this.track = track;
        return this;
    }

    /** Returns the {@link SpanFlags} of the event. */
    public int flags() {
        return flags;
    }

    public TraceEvent setFlags(int flags) {
        this.flags = flags;
        return this;
    }

    /** Returns whether {@link #args} or {@link #otherFields} has a member; false for {@link #setText}. */
    public boolean hasDetails() {
        EventDetails details = this.details;
        return hasMembers(args) || hasMembers(otherFields) || details != null && !details.isEmpty();
    }

    private static boolean hasMembers(@Nullable Args members) {
        return members != null && !members.isEmpty();
    }

    /** Returns the arguments; empty if there are none. Built from the details, so do not call it for every event. */
    public Args args() {
        if (textIndex != 0) {
            return Args.of(Map.of(textKey, names.site(textIndex)));
        }
        Args known = args;
        if (known == null) {
            known = details == null ? Args.EMPTY : details.args();
            args = known;
        }
        return known;
    }

    public TraceEvent setArgs(Args args) {
        this.args = args;
        return this;
    }

    /**
     * Sets the only argument of a live event. Returns this.
     *
     * @param textIndex the name whose site is the text; 0 for none
     */
    public TraceEvent setText(String key, int textIndex) {
        textKey = key;
        this.textIndex = textIndex;
        return this;
    }

    /** Returns the members of the event that have no accessor, for example {@code s}, {@code bp}, {@code bind_id}. */
    public Args otherFields() {
        Args known = otherFields;
        if (known == null) {
            known = details == null ? Args.EMPTY : details.otherFields();
            otherFields = known;
        }
        return known;
    }

    public TraceEvent setOtherFields(Args otherFields) {
        this.otherFields = otherFields;
        return this;
    }

    /** Sets arguments and other fields to those that a source has read. */
    public TraceEvent setDetails(EventDetails details) {
        this.details = details;
        args = null;
        otherFields = null;
        return this;
    }
}
