// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.json.JsonObjects;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A reader of any event, and of the stack frames, from the JSON parser. It defines the result: {@link EventScanner}
 * is only faster.
 */
record EventParser(JsonParser parser, EventAssembler assembler) {
    private static final long NO_NUMBER = Long.MIN_VALUE;
    private static final int MAX_DIGITS = 18;
    /** Up to it a double has each whole number. */
    private static final double MOST_WHOLE = 1L << 53;

    /**
     * Reads the object at the parser's position; null if it is no valid event.
     * {@code phase} is that of an event without the member {@code ph}.
     */
    @Nullable
    TraceEvent read(@Nullable Phase phase) throws IOException {
        assembler.begin();
        if (phase != null) {
            assembler.phase(phase);
        }
        boolean fits = true;
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            fits &= readMember(field, parser.nextToken());
        }
        if (!fits) {
            assembler.count(ImportProblem.ARGS_TOO_LARGE);
        }
        return assembler.complete();
    }

    /** Reads the {@code stackFrames} of a trace at the parser's position: an object with a frame for each id. */
    void readStackFrames() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            assembler.count(ImportProblem.BAD_STACK_FRAME, "section 'stackFrames'");
            skip(0);
            return;
        }
        boolean fits = true;
        for (String id = parser.nextFieldName(); id != null; id = parser.nextFieldName()) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                fits &= assembler.stackFrames().put(id, stackFrame());
            } else {
                assembler.count(ImportProblem.BAD_STACK_FRAME, "frame '" + id + "'");
                skip(0);
            }
        }
        if (!fits) {
            assembler.count(ImportProblem.SECTION_TOO_LARGE, "section 'stackFrames'");
        }
    }

    private StackFrames.Frame stackFrame() throws IOException {
        String name = "";
        String category = "";
        String parent = "";
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            parser.nextToken();
            switch (field) {
                case "name" -> name = parser.getValueAsString("");
                case "category" -> category = parser.getValueAsString("");
                case "parent" -> parent = parser.getValueAsString("");
                default -> {}
            }
            skip(0);
        }
        return new StackFrames.Frame(name, category, parent);
    }

    private boolean readMember(String field, JsonToken token) throws IOException {
        switch (field) {
            case "ph" -> assembler.phase(phase(token));
            case "ts" -> assembler.time(nanos(token));
            case "dur" -> assembler.duration(nanos(token));
            case "pid" -> assembler.pid(number(token));
            case "tid" -> assembler.tid(number(token));
            case "name" -> readName(token);
            case "cat" -> assembler.event.setCategoryIndex(symbol(token));
            case "id" -> assembler.plainId = symbol(token);
            case "id2" -> readId2(token);
            case "scope" -> assembler.scope(symbol(token));
            case "tts", "tdur" -> nanos(token); // by the thread's own clock, not used
            case "bind_id" -> assembler.event.setBindId(bindId(token));
            case "flow_out" -> readFlag(token, SpanFlags.FLOW_OUT);
            case "flow_in" -> readFlag(token, SpanFlags.FLOW_IN);
            case "args" -> {
                return readArgs(token);
            }
            default -> {
                return assembler.details.otherFieldsTape().record(parser);
            }
        }
        return true;
    }

    private @Nullable Phase phase(JsonToken token) throws IOException {
        if (isText(token)) {
            return parser.getTextLength() == 1 ? Phase.of(parser.getTextCharacters()[parser.getTextOffset()]) : null;
        }
        parser.skipChildren();
        return null;
    }

    // Some writers put numbers in quotes.
    private long nanos(JsonToken token) throws IOException {
        return isText(token)
                ? Micros.toNanos(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())
                : skip(Micros.INVALID);
    }

    private void readFlag(JsonToken token, int flag) throws IOException {
        assembler.flag(flag, token == JsonToken.VALUE_TRUE);
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
            return assembler.numberOf(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        }
    }

    private void readName(JsonToken token) throws IOException {
        if (isText(token)) {
            assembler.name(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        } else {
            skip(0);
        }
    }

    /** Returns the index of a string, or of the text of a number. */
    private int symbol(JsonToken token) throws IOException {
        return isText(token)
                ? assembler.symbol(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength())
                : (int) skip(assembler.noSymbol);
    }

    private long number(JsonToken token) throws IOException {
        if (isText(token)) {
            long number = wholeNumber(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            if (number != NO_NUMBER) {
                return number;
            }
            if (token == JsonToken.VALUE_NUMBER_FLOAT && isWhole(parser.getDoubleValue())) {
                return (long) parser.getDoubleValue();
            }
            if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
                return parser.getLongValue();
            }
            // The texts of numbers of more than 64 bits distinguish them, too.
            if (token != JsonToken.VALUE_NUMBER_FLOAT) {
                assembler.count(ImportProblem.TEXT_FOR_NUMBER);
                return assembler.numberOf(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            }
        }
        assembler.count(ImportProblem.BAD_NUMBER);
        return skip(0);
    }

    private static boolean isWhole(double number) {
        return number == Math.rint(number) && Math.abs(number) <= MOST_WHOLE;
    }

    private void readId2(JsonToken token) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            skip(0);
            return;
        }
        assembler.localId = assembler.noSymbol;
        assembler.globalId = assembler.noSymbol;
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            switch (field) {
                case "local" -> assembler.localId = symbol(value);
                case "global" -> assembler.globalId = symbol(value);
                default -> skip(0);
            }
        }
    }

    private boolean readArgs(JsonToken token) throws IOException {
        clearArgs();
        if (token == JsonToken.VALUE_STRING) {
            readArgsText();
        } else if (token != JsonToken.START_OBJECT) {
            if (token != JsonToken.VALUE_NULL) {
                assembler.count(ImportProblem.BAD_ARGS);
            }
            skip(0);
        } else {
            return readArgsObject();
        }
        return true;
    }

    /** Discards the arguments read before: of two members with one name the last counts. */
    private void clearArgs() {
        assembler.details.argsTape().clear();
        assembler.event.setArgs(Args.EMPTY);
        assembler.site = assembler.noSymbol;
        assembler.kind = NameKind.METHOD;
        assembler.event.setFlags(assembler.event.flags() & SpanFlags.FLOW);
    }

    private void readArgsText() throws IOException {
        String text = parser.getText();
        Args args = JsonObjects.parse(text);
        if (args != null) {
            assembler.event.setArgs(args);
        } else {
            assembler.count(text.equals("__stripped__") ? ImportProblem.ARGS_STRIPPED : ImportProblem.BAD_ARGS);
        }
    }

    private boolean readArgsObject() throws IOException {
        boolean fits = true;
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            assembler.event.setFlags(SpanWords.apply(assembler.event.flags(), field, kind(value)));
            if (assembler.takesSite() && field.equals(TraceWords.SITE)) {
                assembler.site = value == JsonToken.VALUE_STRING ? symbol(value) : assembler.noSymbol;
            }
            if (field.equals(TraceWords.KIND)) {
                assembler.kind = value == JsonToken.VALUE_STRING ? NameKind.of(parser.getText()) : NameKind.METHOD;
            }
            fits &= assembler.details.argsTape().record(parser);
        }
        assembler.event.setDetails(assembler.details); // in place of the arguments before
        return fits;
    }

    private static SpanWords.Value kind(JsonToken token) {
        return switch (token) {
            case VALUE_TRUE -> SpanWords.Value.TRUE;
            case VALUE_STRING -> SpanWords.Value.TEXT;
            default -> SpanWords.Value.OTHER;
        };
    }

    private static boolean isText(JsonToken token) {
        return token == JsonToken.VALUE_STRING || token.isNumeric();
    }

    /** Skips a value of an unexpected kind. */
    private long skip(long result) throws IOException {
        parser.skipChildren();
        return result;
    }

    /** Parses a whole number; returns {@link #NO_NUMBER} if it is none or does not fit. */
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
