// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.PassingNumber;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.json.JsonObjects;
import dev.jtracer.engine.json.JsonTape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The view that {@link ChromeTraceReader} fills for each event. Strings are indexes until the first access. Details stay
 * where they were read: on tapes after the parser, in the window after the scanner.
 */
final class ReadEvent implements TraceEvent {
    private final StringTable names;
    private final StringTable symbols;
    private final int maxDetailChars;
    JsonTape argsTape;
    JsonTape otherFieldsTape;
    private byte[] window = {};
    private int argsStart;
    private int argsEnd;
    /** Start and end of each other member, from its name to the end of its value. */
    private int[] otherMembers = {};

    private int otherMembersEnd;
    private @Nullable Args args;
    private @Nullable Args otherFields;

    Phase phase = Phase.INSTANT;
    long index;
    long tsNanos;
    long durNanos;
    long threadNanos;
    long threadDurNanos;
    long pid;
    long tid;
    int nameIndex;
    int category;
    IdKind idKind = IdKind.NONE;
    int id;
    int scope;
    long bindId;
    int track;
    int flags;

    ReadEvent(StringTable names, StringTable symbols, int maxDetailChars) {
        this.names = names;
        this.symbols = symbols;
        this.maxDetailChars = maxDetailChars;
        this.argsTape = new JsonTape(maxDetailChars);
        this.otherFieldsTape = new JsonTape(maxDetailChars);
    }

    void clearDetails() {
        argsTape.clear();
        otherFieldsTape.clear();
        argsStart = 0;
        argsEnd = 0;
        otherMembersEnd = 0;
        args = null;
        otherFields = null;
    }

    /** Returns an empty event over the same tables. */
    ReadEvent another() {
        return new ReadEvent(names, symbols, maxDetailChars);
    }

    /**
     * Copies this event to one of a batch. Swaps the tapes, and moves details in the window to the batch, because the window
     * will be overwritten.
     *
     * @return size of the tapes in characters
     */
    int moveTo(ReadEvent copy, EventBatch batch) {
        copy.phase = phase;
        copy.index = index;
        copy.tsNanos = tsNanos;
        copy.durNanos = durNanos;
        copy.threadNanos = threadNanos;
        copy.threadDurNanos = threadDurNanos;
        copy.pid = pid;
        copy.tid = tid;
        copy.nameIndex = nameIndex;
        copy.category = category;
        copy.idKind = idKind;
        copy.id = id;
        copy.scope = scope;
        copy.bindId = bindId;
        copy.track = track;
        copy.flags = flags;
        copy.argsStart = 0;
        copy.argsEnd = 0;
        copy.otherMembersEnd = 0;
        copy.args = args;
        copy.otherFields = otherFields;
        if (argsEnd > 0 || otherMembersEnd > 0) {
            copyDetails(copy, batch);
        }
        int size = argsTape.size() + otherFieldsTape.size();
        if (!argsTape.isEmpty() || !copy.argsTape.isEmpty()) {
            JsonTape tape = copy.argsTape;
            copy.argsTape = argsTape;
            argsTape = tape;
        }
        if (!otherFieldsTape.isEmpty() || !copy.otherFieldsTape.isEmpty()) {
            JsonTape tape = copy.otherFieldsTape;
            copy.otherFieldsTape = otherFieldsTape;
            otherFieldsTape = tape;
        }
        return size;
    }

    private void copyDetails(ReadEvent copy, EventBatch batch) {
        // All at once, because details that do not fit go to a new array.
        int start = argsEnd > 0 ? argsStart : Integer.MAX_VALUE;
        int end = argsEnd;
        for (int i = 0; i < otherMembersEnd; i += 2) {
            start = Math.min(start, otherMembers[i]);
            end = Math.max(end, otherMembers[i + 1]);
        }
        int shift = batch.keep(window, start, end) - start;
        copy.readFrom(batch.details());
        if (argsEnd > 0) {
            copy.argsAt(argsStart + shift, argsEnd + shift);
        }
        for (int i = 0; i < otherMembersEnd; i += 2) {
            copy.otherMemberAt(otherMembers[i] + shift, otherMembers[i + 1] + shift);
        }
    }

    /** Releases the memory of tapes that have grown. */
    void dropLargeTapes() {
        if (argsTape.isLarge()) {
            argsTape = new JsonTape(maxDetailChars);
        }
        if (otherFieldsTape.isLarge()) {
            otherFieldsTape = new JsonTape(maxDetailChars);
        }
    }

    /** Sets the window that contains the details. */
    void readFrom(byte[] window) {
        this.window = window;
    }

    /** Sets the position of the arguments in the window, an object with at least one member. */
    void argsAt(int start, int end) {
        argsStart = start;
        argsEnd = end;
    }

    /** Sets arguments outside of the window. */
    void args(Args args) {
        this.args = args;
    }

    /** Switches to the arguments on their tape. */
    void argsOnTape() {
        args = null;
    }

    /** Sets the members without their own accessors if the event has none. */
    void otherFieldsIfNone(Args fields) {
        if (otherMembersEnd == 0 && otherFieldsTape.isEmpty()) {
            otherFields = fields;
        }
    }

    /** Adds a member without its own accessor, by its bytes in the window. */
    void otherMemberAt(int start, int end) {
        if (otherMembersEnd == otherMembers.length) {
            otherMembers = Arrays.copyOf(otherMembers, Math.max(8, otherMembersEnd * 2));
        }
        otherMembers[otherMembersEnd++] = start;
        otherMembers[otherMembersEnd++] = end;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public long index() {
        return index;
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
    public long threadNanos() {
        return threadNanos;
    }

    @Override
    public long threadDurNanos() {
        return threadDurNanos;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public long tid() {
        return tid;
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
    public int categoryIndex() {
        return category;
    }

    @Override
    public String category() {
        return symbols.get(category);
    }

    @Override
    public String id() {
        return symbols.get(id);
    }

    @Override
    public IdKind idKind() {
        return idKind;
    }

    @Override
    public String scope() {
        return symbols.get(scope);
    }

    @Override
    public long bindId() {
        return bindId;
    }

    /**
     * Returns whether this is the begin or the end of a call without further data, which a record of {@code CallRecords} stands for.
     *
     * @param java index of the category of calls
     */
    boolean isPlainCall(int java) {
        return (phase == Phase.ASYNC_BEGIN || phase == Phase.ASYNC_END)
                && category == java
                && flags == SpanFlags.NONE
                && idKind == IdKind.LOCAL
                && bindId == 0
                && threadNanos == NO_TIME
                && !hasDetails();
    }

    /** Returns the argument {@code hop} of a passing, a number or hexadecimal text as in {@code bind_id}. */
    @Override
    public long hop() {
        return (flags & SpanFlags.PASSING) != 0 && hasDetails() ? PassingNumber.of(args(), TraceWords.HOP) : 0;
    }

    @Override
    public int track() {
        return track;
    }

    @Override
    public int flags() {
        return flags;
    }

    @Override
    public boolean hasDetails() {
        return argsEnd > 0
                || otherMembersEnd > 0
                || !argsTape.isEmpty()
                || !otherFieldsTape.isEmpty()
                || isGiven(args)
                || isGiven(otherFields);
    }

    private static boolean isGiven(@Nullable Args details) {
        return details != null && !details.isEmpty();
    }

    @Override
    public Args args() {
        if (args == null) {
            args = argsEnd > 0 ? JsonObjects.lazy(Arrays.copyOfRange(window, argsStart, argsEnd)) : argsTape.toArgs();
        }
        return args;
    }

    @Override
    public Args otherFields() {
        if (otherFields == null) {
            otherFields = otherMembersEnd > 0 ? JsonObjects.lazy(otherMembersAsObject()) : otherFieldsTape.toArgs();
        }
        return otherFields;
    }

    private byte[] otherMembersAsObject() {
        int length = 1;
        for (int i = 0; i < otherMembersEnd; i += 2) {
            length += otherMembers[i + 1] - otherMembers[i] + 1;
        }
        byte[] json = new byte[length];
        int at = 0;
        for (int i = 0; i < otherMembersEnd; i += 2) {
            json[at++] = (byte) (i == 0 ? '{' : ',');
            int memberLength = otherMembers[i + 1] - otherMembers[i];
            System.arraycopy(window, otherMembers[i], json, at, memberLength);
            at += memberLength;
        }
        json[at] = '}';
        return json;
    }
}
