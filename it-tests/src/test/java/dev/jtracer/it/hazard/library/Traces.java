// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats stack traces so that they can be compared. */
public final class Traces {
    private static final String CASES = "dev.jtracer.it.hazard.cases.";

    private Traces() {}

    /** Returns the frames down to the one that called the case. */
    public static String of(Throwable thrown) {
        return lines(Arrays.stream(thrown.getStackTrace()));
    }

    /** As {@link #of}, of the current thread. */
    public static String here() {
        return lines(Arrays.stream(Thread.currentThread().getStackTrace()).skip(2));
    }

    /** As {@link #here}, by a walker of the stack. */
    public static String walked() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> lines(frames.skip(1).map(StackWalker.StackFrame::toStackTraceElement)));
    }

    private static String lines(Stream<StackTraceElement> frames) {
        return frames.takeWhile(frame -> !frame.getClassName().startsWith("dev.jtracer.it.hazard.Hazards")
                        && !frame.getClassName().contains(".reflect."))
                .map(frame -> frame.toString().replace(CASES, ""))
                .collect(Collectors.joining(" < "));
    }
}
