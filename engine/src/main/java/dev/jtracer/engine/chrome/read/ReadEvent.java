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
    final JsonTape argsTape;
    final JsonTape otherFieldsTape;
    private byte[] window = {};
    private int argsStart;
    private int argsEnd;
    /** Start and end of each other member, from its name to the end of its value. */
    private int[] otherMembers = new int[16];

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

    /** Adds a member without its own accessor, by its bytes in the window. */
    void otherMemberAt(int start, int end) {
        if (otherMembersEnd == otherMembers.length) {
            otherMembers = Arrays.copyOf(otherMembers, otherMembersEnd * 2);
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
                || hasGivenArgs();
    }

    private boolean hasGivenArgs() {
        return args != null && !args.isEmpty();
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
