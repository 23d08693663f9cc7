// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A level of a call stack in an event's arguments.
 *
 * @param function the function; empty if not known
 * @param source the file or address of its code; empty if not known
 * @param line line in the source from 0; {@link #UNKNOWN} if not known
 * @param column column in the line from 0; {@link #UNKNOWN} if not known
 */
public record CallFrame(String function, String source, int line, int column) {
    public static final int UNKNOWN = -1;

    private static final String FUNCTION_CALL = "FunctionCall";
    private static final String USER_TIMING = "blink.user_timing";
    // Chrome counts from 1 in these events, and from 0 in all others.
    private static final Set<String> STACKS_FROM_ONE =
            Set.of("ScheduleStyleRecalculation", "InvalidateLayout", FUNCTION_CALL, "Layout", "UpdateLayoutTree");
    private static final Set<String> POSITIONS_FROM_ONE =
            Set.of(FUNCTION_CALL, "EvaluateScript", "v8.compile", "v8.produceCache");

    public CallFrame {
        line = Math.max(line, UNKNOWN);
        column = Math.max(column, UNKNOWN);
    }

    /**
     * Returns the stack in an event, innermost frame first; empty if there is none. Searches the same members as DevTools:
     * {@code args.data.stackTrace}, {@code args.stackTrace}, {@code args.beginData.stackTrace}; a {@code FunctionCall} is
     * itself a frame.
     */
    public static List<CallFrame> stackOf(TraceEvent event) {
        Args args = event.args();
        int base = STACKS_FROM_ONE.contains(event.name()) || event.category().equals(USER_TIMING) ? 1 : 0;
        for (Args holder : List.of(args.object("data"), args, args.object("beginData"))) {
            if (holder.asMap().get("stackTrace") instanceof List<?> frames) {
                return frames(frames, base);
            }
        }
        return event.name().equals(FUNCTION_CALL) ? positionOf(event).stream().toList() : List.of();
    }

    /** Returns the position in the source code of an event ({@code args.data}); empty if it has none. */
    public static Optional<CallFrame> positionOf(TraceEvent event) {
        Args data = event.args().object("data");
        if (data.isEmpty()) {
            return Optional.empty();
        }
        CallFrame frame = of(data, POSITIONS_FROM_ONE.contains(event.name()) ? 1 : 0);
        return frame.function.isEmpty() && frame.source.isEmpty() && frame.line == UNKNOWN
                ? Optional.empty()
                : Optional.of(frame);
    }

    private static List<CallFrame> frames(List<?> frames, int base) {
        List<CallFrame> stack = new ArrayList<>(frames.size());
        for (Object frame : frames) {
            if (frame instanceof Map<?, ?>) {
                stack.add(of(Args.of(Map.of("frame", frame)).object("frame"), base));
            }
        }
        return List.copyOf(stack);
    }

    private static CallFrame of(Args frame, int base) {
        return new CallFrame(
                orEmpty(frame.text("functionName")),
                orEmpty(frame.text("url")),
                number(frame, "lineNumber", base),
                number(frame, "columnNumber", base));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static int number(Args frame, String member, int base) {
        Number number = frame.number(member);
        return number == null ? UNKNOWN : number.intValue() - base;
    }
}
