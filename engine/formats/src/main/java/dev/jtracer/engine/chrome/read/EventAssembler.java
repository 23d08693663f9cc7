// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.UnifiedTables;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An assembler of an event from its members, in any order. It interprets the members and counts invalid ones. {@link
 * EventScanner} and {@link EventParser} use it, with the same result.
 */
final class EventAssembler extends UnifiedTables {
    /** Bound of the absolute values of times, so that no duration between two of them overflows. */
    private static final long TIME_LIMIT = 1L << 62;

    private static final Args OF_THE_PROCESS = Args.of(Map.of("s", "p"));
    private static final Args OF_THE_THREAD = Args.of(Map.of("s", "t"));

    private final OpenSites openSites = new OpenSites();
    private UnaryOperator<String> placing = what -> what;
    private final int noName;
    private final int jtracer;
    private long nextIndex;

    /** The index for no category, id or scope. */
    final int noSymbol;

    /** The index of the category of calls. */
    final int java;

    /** The current event. */
    final TraceEvent event;

    /** The details of the current event. */
    final ReadDetails details;

    /* Members of the current event that its reader sets: symbols, and the kind of the name. */
    int plainId;
    int localId;
    int globalId;
    /** The site of the callback. */
    int site;

    NameKind kind = NameKind.METHOD;

    private @Nullable Phase phase;
    private boolean hasPhase;
    private long pid;
    private long tid;
    private boolean hasPid;
    private boolean hasTid;
    private boolean named;
    private boolean timed;
    private boolean lasting;
    private boolean badDuration;
    private int scope;
    /** The id of the event: one of those before. */
    private int id;

    EventAssembler(ImportLimits limits) {
        super(limits);
        this.noName = name("");
        this.noSymbol = symbol("");
        this.java = symbol(TraceWords.JAVA);
        this.jtracer = symbol(TraceWords.JTRACER);
        this.event = new TraceEvent(names, symbols, tracks);
        this.details = new ReadDetails(limits.maxDetailChars());
        this.event.setDetails(details);
    }

    /** Begins the next event. Discards an incomplete one. */
    void begin() {
        phase = null;
        hasPhase = false;
        hasPid = false;
        hasTid = false;
        named = false;
        timed = false;
        lasting = false;
        badDuration = false;
        site = noSymbol;
        kind = NameKind.METHOD;
        plainId = noSymbol;
        localId = noSymbol;
        globalId = noSymbol;
        scope = noSymbol;
        pid = 0;
        tid = 0;
        event.clear().setNameIndex(noName).setCategoryIndex(noSymbol).setScope(noSymbol);
        details.clear();
    }

    void phase(@Nullable Phase phase) {
        this.phase = phase;
        hasPhase = true;
    }

    boolean hasPhase() {
        return hasPhase;
    }

    /** Sets the time in nanoseconds, or {@link Micros#INVALID}. */
    void time(long nanos) {
        timed = isTime(nanos);
        event.setTsNanos(timed ? nanos : 0);
    }

    /** Sets the duration in nanoseconds, or {@link Micros#INVALID}. */
    void duration(long nanos) {
        lasting = true;
        badDuration = nanos < 0;
        event.setDurNanos(Math.max(nanos, 0));
    }

    private static boolean isTime(long nanos) {
        return nanos > -TIME_LIMIT && nanos < TIME_LIMIT;
    }

    void pid(long pid) {
        this.pid = pid;
        hasPid = true;
    }

    void tid(long tid) {
        this.tid = tid;
        hasTid = true;
    }

    void name(byte[] utf8, int offset, int length) {
        event.setNameIndex(nameIndexes.index(utf8, offset, length));
        named = true;
    }

    void name(char[] chars, int offset, int length) {
        event.setNameIndex(nameIndexes.index(chars, offset, shortened(chars, offset, length)));
        named = true;
    }

    void scope(int symbol) {
        scope = symbol;
        event.setScope(symbol);
    }

    /**
     * Returns whether the argument {@code site} is the site of a callback: only behind the argument that marks a pass
     * or a run, so that those of other events do not fill the table of symbols.
     */
    boolean takesSite() {
        return (event.flags() & SpanFlags.OF_CALLBACK) != 0;
    }

    void flag(int flag, boolean set) {
        event.setFlags(set ? event.flags() | flag : event.flags() & ~flag);
    }

    /** Index of a category, an id or a scope. */
    int symbol(byte[] utf8, int offset, int length) {
        return symbolIndexes.index(utf8, offset, length);
    }

    /** Index of a category, an id or a scope. */
    int symbol(char[] chars, int offset, int length) {
        return symbolIndexes.index(chars, offset, shortened(chars, offset, length));
    }

    /** Returns a number below 0 that represents a text in place of a number. */
    long numberOf(char[] chars, int offset, int length) {
        int symbol = symbol(chars, offset, length);
        if (symbolIndexes.isOther(symbol)) {
            count(ImportProblem.TOO_MANY_IDS);
        }
        return -1L - symbol;
    }

    private int shortened(char[] chars, int offset, int length) {
        if (length <= ImportLimits.MAX_NAME_LENGTH) {
            return length;
        }
        count(ImportProblem.NAME_TOO_LONG);
        int cut = ImportLimits.MAX_NAME_LENGTH;
        return Character.isHighSurrogate(chars[offset + cut - 1]) ? cut - 1 : cut;
    }

    /** Returns the event, completed with the data derived from all its members; null if it is invalid. */
    @Nullable
    TraceEvent complete() {
        Phase phase = this.phase;
        if (phase == null) {
            return reject(ImportProblem.UNKNOWN_PHASE);
        }
        if (phase == Phase.METADATA && event.categoryIndex() == jtracer && timed) {
            phase = Phase.INSTANT; // a fact about the recording: older files write it as an instant of the process
            if (!details.hasOtherFields()) {
                event.setOtherFields(OF_THE_PROCESS);
            }
        }
        if (!timed && phase != Phase.METADATA) {
            return reject(ImportProblem.BAD_TIMESTAMP);
        }
        phase = withoutRow(phase);
        if (phase == null) {
            return null;
        }
        event.setPhase(phase);
        if (phase != Phase.COMPLETE) {
            event.setDurNanos(0);
        } else if (badDuration || !isTime(event.tsNanos() + event.durNanos())) {
            return reject(ImportProblem.BAD_DURATION);
        } else if (!lasting) {
            count(ImportProblem.MISSING_DURATION);
            flag(SpanFlags.UNFINISHED, true);
        }
        if (event.categoryIndex() != java || !isNestableAsync(phase)) {
            flag(SpanFlags.THREAD, false);
        }
        if (!resolveId(phase)) {
            return reject(ImportProblem.MISSING_ID);
        }
        if ((event.flags() & (SpanFlags.CALLBACK | SpanFlags.AMBIGUOUS))
                == (SpanFlags.CALLBACK | SpanFlags.AMBIGUOUS)) {
            flag(SpanFlags.FLOW_IN, false); // older files draw an arrow to it
        }
        findTrack(phase);
        if ((event.flags() & SpanFlags.THREAD) != 0 && event.name().equals(TraceWords.VIRTUAL_THREADS)) {
            tracks.setVirtual(event.track());
        }
        if ((event.flags() & SpanFlags.PASS) != 0 && event.hasDetails()) {
            event.setForwardInArgs();
        }
        countOmissions(phase);
        findSite(phase);
        event.setIndex(nextIndex++);
        return event;
    }

    /**
     * Turns what is written on a row for viewers into what it stands for: a line of text into an instant of its
     * thread, a stall into an instant at its end. Returns the phase; null for an event that is only drawn.
     */
    private @Nullable Phase withoutRow(Phase phase) {
        if (phase == Phase.ASYNC_INSTANT
                && event.categoryIndex() == java
                && event.args().flag(TraceWords.LOG)) {
            event.setCategoryIndex(symbolIndexes.index(TraceWords.LOG));
            return instant(OF_THE_THREAD);
        }
        if (event.categoryIndex() != jtracer || !isStall(phase)) {
            return phase;
        }
        Number stallNanos = event.args().number(TraceWords.STALL_NANOS);
        if (stallNanos == null) {
            return null;
        }
        event.setNameIndex(nameIndexes.index(TraceWords.STALL));
        event.setTsNanos(event.tsNanos() + event.durNanos());
        Phase instant = instant(OF_THE_PROCESS);
        event.setArgs(Args.of(Map.of(TraceWords.STALL_NANOS, stallNanos)));
        return instant;
    }

    private static boolean isStall(Phase phase) {
        return phase == Phase.ASYNC_BEGIN || phase == Phase.ASYNC_END || phase == Phase.COMPLETE;
    }

    private Phase instant(Args otherFields) {
        localId = noSymbol;
        details.clear();
        event.setDetails(details).setOtherFields(otherFields);
        return Phase.INSTANT;
    }

    /** Selects the event's id. Returns false if it needs an id and has none. */
    private boolean resolveId(Phase phase) {
        if (localId != noSymbol) {
            id(IdKind.LOCAL, localId);
        } else if (globalId != noSymbol) {
            id(IdKind.GLOBAL, globalId);
        } else {
            id(plainId != noSymbol ? IdKind.PLAIN : IdKind.NONE, plainId);
        }
        if (plainId != noSymbol && id != plainId) {
            count(ImportProblem.ID_AND_ID2);
        }
        return id != noSymbol || !isAsync(phase);
    }

    private void id(IdKind kind, int symbol) {
        event.setId(kind, symbol);
        id = symbol;
    }

    private void findTrack(Phase phase) {
        boolean local = localId != noSymbol;
        int category = event.categoryIndex();
        int track;
        if (isNestableAsync(phase)) {
            track = tracks.async(local, pid, tid, symbols, scope, category, id);
        } else if (isLegacyAsync(phase)) {
            track = tracks.async(local, pid, tid, symbols, scope, category, id, event.nameIndex());
        } else {
            track = tracks.thread(pid, tid);
        }
        event.setTrack(track);
        if (tracks.isOther(track)) {
            count(ImportProblem.TOO_MANY_IDS);
            // So that no table of processes or threads grows without bounds.
            pid = tracks.get(track).pid();
            tid = tracks.get(track).tid();
        }
        event.setThread(pid, tid);
    }

    private void findSite(Phase phase) {
        TraceEvent event = this.event;
        if (nameIndexes.isOther(event.nameIndex())) {
            return;
        }
        if (phase == Phase.ASYNC_END) {
            event.setNameIndex(openSites.end(event.track(), event.nameIndex()));
        } else if (phase == Phase.ASYNC_BEGIN) {
            int index = indexWithDetail(event.nameIndex());
            openSites.begin(event.track(), event.nameIndex(), index);
            event.setNameIndex(index);
        } else if (phase == Phase.COMPLETE) {
            event.setNameIndex(indexWithDetail(event.nameIndex()));
        }
    }

    private int indexWithDetail(int name) {
        if (kind != NameKind.METHOD && event.categoryIndex() == java) {
            return sitedNames.index(name, kind);
        }
        boolean hasSite = takesSite() && site != noSymbol && !symbolIndexes.isOther(site);
        return hasSite ? sitedNames.index(name, site) : name;
    }

    private void countOmissions(Phase phase) {
        if (!named) {
            count(ImportProblem.MISSING_NAME);
        } else if (nameIndexes.isOther(event.nameIndex())) {
            count(ImportProblem.TOO_MANY_NAMES);
        }
        if (!(hasPid && hasTid) && needsThread(phase)) {
            count(ImportProblem.MISSING_THREAD);
        }
        if (symbolIndexes.isOther(id) || symbolIndexes.isOther(event.categoryIndex())) {
            count(ImportProblem.TOO_MANY_IDS);
        }
    }

    private static boolean isAsync(Phase phase) {
        return isNestableAsync(phase) || isLegacyAsync(phase);
    }

    private static boolean isNestableAsync(Phase phase) {
        return phase == Phase.ASYNC_BEGIN || phase == Phase.ASYNC_END || phase == Phase.ASYNC_INSTANT;
    }

    private static boolean needsThread(Phase phase) {
        return isAsync(phase)
                || phase == Phase.DURATION_BEGIN
                || phase == Phase.DURATION_END
                || phase == Phase.COMPLETE;
    }

    private @Nullable TraceEvent reject(ImportProblem problem) {
        count(problem);
        return null;
    }

    /** Sets the function that adds the position in the file to an example. */
    void placeExamples(UnaryOperator<String> placing) {
        this.placing = placing;
    }

    /** Counts a problem of the current event. */
    void count(ImportProblem problem) {
        if (problems.contains(problem)) {
            problems.count(problem, 1);
        } else {
            count(problem, named ? "event '" + event.name() + "'" : "event without a name");
        }
    }

    /** Counts a problem outside of events; the first of its kind becomes the example. */
    void count(ImportProblem problem, String what) {
        if (!problems.contains(problem)) {
            problems.examples().put(problem, placing.apply(what));
        }
        problems.count(problem, 1);
    }

    /** Counts damage; the first place becomes the example. */
    void countDamage(String placeAndProblem) {
        problems.examples().putIfAbsent(ImportProblem.DAMAGED, placeAndProblem);
        problems.count(ImportProblem.DAMAGED, 1);
    }
}
