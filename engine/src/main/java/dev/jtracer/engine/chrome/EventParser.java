// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.NameInterner;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads single events into one reusable view; leaves out what makes no sense and counts it. */
final class EventParser {
    private static final long NO_NUMBER = Long.MIN_VALUE;
    private static final int MAX_DIGITS = 18;

    private final JsonParser parser;
    private final TrackTable tracks;
    private final NameInterner nameIndexes;
    private final StringTable symbols;
    private final NameInterner symbolIndexes;
    private final ReadEvent event;
    private final Map<ImportProblem, Long> problems = new EnumMap<>(ImportProblem.class);

    private final int noName;
    private final int noSymbol;
    private final int java;
    private long nextIndex;

    // What is known of the current event, in whichever order its members come.
    private @Nullable Phase phase;
    private boolean hasPid;
    private boolean hasTid;
    private boolean named;
    private boolean timed;
    private boolean lasting;
    private boolean badDuration;
    private int plainId;
    private int localId;
    private int globalId;

    EventParser(JsonParser parser, StringTable names, StringTable symbols, TrackTable tracks) {
        this.parser = parser;
        this.tracks = tracks;
        this.nameIndexes = new NameInterner(names);
        this.symbols = symbols;
        this.symbolIndexes = new NameInterner(symbols);
        this.noName = nameIndexes.index("");
        this.noSymbol = symbolIndexes.index("");
        this.java = symbolIndexes.index("java");
        this.event = new ReadEvent(names, symbols);
    }

    /** Reads the object that the parser stands at. Returns null if it is no event that makes sense. */
    @Nullable
    ReadEvent read() throws IOException {
        clear();
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken token = parser.nextToken();
            switch (field) {
                case "ph" -> phase = phase(token);
                case "ts" -> readTime(token);
                case "dur" -> readDuration(token);
                case "pid" -> {
                    event.pid = number(token);
                    hasPid = true;
                }
                case "tid" -> {
                    event.tid = number(token);
                    hasTid = true;
                }
                case "name" -> readName(token);
                case "cat" -> event.category = symbol(token);
                case "id" -> plainId = symbol(token);
                case "id2" -> readId2(token);
                case "scope" -> event.scope = symbol(token);
                case "tts" -> event.threadNanos = optionalNanos(token);
                case "tdur" -> event.threadDurNanos = optionalNanos(token);
                case "bind_id" -> event.bindId = bindId(token);
                case "flow_out" -> readFlag(token, SpanFlags.FLOW_OUT);
                case "flow_in" -> readFlag(token, SpanFlags.FLOW_IN);
                case "args" -> readArgs(token);
                default -> event.otherFields.record(parser);
            }
        }
        if (!complete()) {
            return null;
        }
        event.index = nextIndex++;
        return event;
    }

    private void clear() {
        phase = null;
        hasPid = false;
        hasTid = false;
        named = false;
        timed = false;
        lasting = false;
        badDuration = false;
        plainId = noSymbol;
        localId = noSymbol;
        globalId = noSymbol;
        event.tsNanos = 0;
        event.durNanos = 0;
        event.threadNanos = TraceEvent.NO_TIME;
        event.threadDurNanos = TraceEvent.NO_TIME;
        event.scope = noSymbol;
        event.bindId = 0;
        event.pid = 0;
        event.tid = 0;
        event.nameIndex = noName;
        event.category = noSymbol;
        event.flags = SpanFlags.NONE;
        event.args.clear();
        event.otherFields.clear();
    }

    private @Nullable Phase phase(JsonToken token) throws IOException {
        return isText(token) && parser.getTextLength() == 1
                ? Phase.of(parser.getTextCharacters()[parser.getTextOffset()])
                : null;
    }

    private void readTime(JsonToken token) throws IOException {
        long nanos = nanos(token);
        if (nanos != Micros.INVALID) {
            event.tsNanos = nanos;
            timed = true;
        }
    }

    private void readDuration(JsonToken token) throws IOException {
        long nanos = nanos(token);
        lasting = true;
        badDuration = nanos < 0;
        event.durNanos = Math.max(nanos, 0);
    }

    // Some writers put numbers in quotes.
    private long nanos(JsonToken token) throws IOException {
        return isText(token)
                ? Micros.toNanos(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())
                : skip(Micros.INVALID);
    }

    private long optionalNanos(JsonToken token) throws IOException {
        long nanos = nanos(token);
        return nanos == Micros.INVALID ? TraceEvent.NO_TIME : nanos;
    }

    private void readFlag(JsonToken token, int flag) throws IOException {
        event.flags |= token == JsonToken.VALUE_TRUE ? flag : SpanFlags.NONE;
        skip(0);
    }

    private long bindId(JsonToken token) throws IOException {
        if (!isText(token)) {
            return skip(0);
        }
        String text = parser.getText();
        try {
            return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1L - symbol(token);
        }
    }

    private void readName(JsonToken token) throws IOException {
        if (isText(token)) {
            event.nameIndex =
                    nameIndexes.index(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            named = true;
        } else {
            skip(0);
        }
    }

    /** Index of a string, or of the text of a number. */
    private int symbol(JsonToken token) throws IOException {
        return isText(token)
                ? symbolIndexes.index(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())
                : (int) skip(noSymbol);
    }

    private long number(JsonToken token) throws IOException {
        if (isText(token)) {
            long number = wholeNumber(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            if (number != NO_NUMBER) {
                return number;
            }
            if (token == JsonToken.VALUE_STRING) {
                count(ImportProblem.TEXT_FOR_NUMBER);
                return -1L - symbol(token);
            }
        }
        count(ImportProblem.BAD_NUMBER);
        return skip(0);
    }

    private void readId2(JsonToken token) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            skip(0);
            return;
        }
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            switch (field) {
                case "local" -> localId = symbol(value);
                case "global" -> globalId = symbol(value);
                default -> skip(0);
            }
        }
    }

    private void readArgs(JsonToken token) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            skip(0);
            return;
        }
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (value == JsonToken.VALUE_TRUE) {
                event.flags |= flag(field);
            } else if (value == JsonToken.VALUE_STRING && field.equals("thread")) {
                event.flags |= SpanFlags.THREAD;
            }
            event.args.record(parser);
        }
    }

    private static int flag(String argument) {
        return switch (argument) {
            case "threw" -> SpanFlags.THREW;
            case "unfinished" -> SpanFlags.UNFINISHED;
            case "cont" -> SpanFlags.CONTINUED;
            case "threadEnd" -> SpanFlags.THREAD;
            case "callback" -> SpanFlags.CALLBACK;
            case "passing" -> SpanFlags.PASSING;
            case "ambiguous" -> SpanFlags.AMBIGUOUS;
            default -> SpanFlags.NONE;
        };
    }

    /** Fills in what follows from all members together. Returns whether the event makes sense. */
    private boolean complete() {
        Phase phase = this.phase;
        if (phase == null) {
            return reject(ImportProblem.UNKNOWN_PHASE);
        }
        event.phase = phase;
        if (!timed && phase != Phase.METADATA) {
            return reject(ImportProblem.BAD_TIMESTAMP);
        }
        if (phase == Phase.COMPLETE) {
            if (badDuration || event.tsNanos + event.durNanos < event.tsNanos) {
                return reject(ImportProblem.BAD_DURATION);
            }
            if (!lasting) {
                count(ImportProblem.MISSING_DURATION);
                event.flags |= SpanFlags.UNFINISHED;
            }
        } else {
            event.durNanos = 0;
        }
        if (!named) {
            count(ImportProblem.MISSING_NAME);
        }
        if (event.category != java || !isAsync(phase)) {
            event.flags &= ~SpanFlags.THREAD;
        }
        return findTrack(phase);
    }

    private boolean findTrack(Phase phase) {
        if (plainId != noSymbol && (localId != noSymbol || globalId != noSymbol)) {
            count(ImportProblem.ID_AND_ID2);
        }
        boolean local = localId != noSymbol;
        int id2 = local ? localId : globalId;
        event.id = id2 != noSymbol ? id2 : plainId;
        event.idKind = idKind(local);
        boolean async = isAsync(phase);
        if (async && event.id == noSymbol) {
            return reject(ImportProblem.MISSING_ID);
        }
        if (!(hasPid && hasTid) && (async || isOnThread(phase))) {
            count(ImportProblem.MISSING_THREAD);
        }
        event.track = async
                ? tracks.async(local, event.pid, event.tid, symbols, event.scope, event.category, event.id)
                : tracks.thread(event.pid, event.tid);
        return true;
    }

    private IdKind idKind(boolean local) {
        if (local) {
            return IdKind.LOCAL;
        }
        if (globalId != noSymbol) {
            return IdKind.GLOBAL;
        }
        return plainId != noSymbol ? IdKind.PLAIN : IdKind.NONE;
    }

    private static boolean isAsync(Phase phase) {
        return phase == Phase.ASYNC_BEGIN || phase == Phase.ASYNC_INSTANT || phase == Phase.ASYNC_END;
    }

    private static boolean isOnThread(Phase phase) {
        return phase == Phase.DURATION_BEGIN || phase == Phase.DURATION_END || phase == Phase.COMPLETE;
    }

    private boolean reject(ImportProblem problem) {
        count(problem);
        return false;
    }

    void count(ImportProblem problem) {
        problems.merge(problem, 1L, Long::sum);
    }

    /** How often each problem was met so far. */
    Map<ImportProblem, Long> problems() {
        return problems;
    }

    private static boolean isText(JsonToken token) {
        return token == JsonToken.VALUE_STRING || token.isNumeric();
    }

    /** Passes over a value of a kind that is not expected here. */
    private long skip(long result) throws IOException {
        parser.skipChildren();
        return result;
    }

    /** The whole number that the characters spell; {@link #NO_NUMBER} if they do not, or it does not fit. */
    private static long wholeNumber(char[] chars, int offset, int length) {
        boolean negative = length > 0 && chars[offset] == '-';
        int firstDigit = negative ? offset + 1 : offset;
        int end = offset + length;
        if (firstDigit == end || end - firstDigit > MAX_DIGITS) {
            return NO_NUMBER;
        }
        long number = 0;
        for (int i = firstDigit; i < end; i++) {
            if (chars[i] < '0' || chars[i] > '9') {
                return NO_NUMBER;
            }
            number = number * 10 + (chars[i] - '0');
        }
        return negative ? -number : number;
    }
}
