// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The signals that may start and stop a recording, and the reasons against the others. */
public final class ToggleSignals {
    /* Measured on HotSpot 17 and 25. URG and WINCH are harmless to a JVM without a handler. A handler on USR2 takes
     * the signal with which HotSpot suspends threads: JFR's execution samples fall from 387 to 0, and JDK 17 crashes.
     * */
    private ToggleSignals() {}

    /** Returns the name as the JDK writes it: upper case, without {@code SIG}. Fails if the JVM needs that signal. */
    static String parse(String text) throws OptionException {
        String name = text.toUpperCase(Locale.ROOT);
        if (name.startsWith("SIG")) {
            name = name.substring(3);
        }
        String reason = refusal(name);
        if (reason != null) {
            throw new OptionException("signal '" + text + "' cannot be used: " + reason + "; use signal=URG");
        }
        return name;
    }

    /** Returns a warning about a permitted signal, or null. */
    public static @Nullable String warning(String name) {
        return switch (name) {
            case "PIPE" ->
                "signal PIPE is also raised by every write to a closed socket or pipe,"
                        + " so recording may toggle by itself; signal=URG does not";
            case "USR1", "IO", "ALRM" ->
                "signal " + name + " kills a JVM that runs without the tracer; signal=URG does not";
            default -> null;
        };
    }

    private static @Nullable String refusal(String name) {
        return switch (name) {
            case "QUIT" -> "the JVM prints its threads and opens attach with it";
            case "USR2" -> "the JVM suspends threads with it, and profilers stop working";
            case "SEGV", "BUS", "ILL", "FPE", "TRAP", "STKFLT" -> "the JVM handles its own faults with it";
            case "PROF", "VTALRM" -> "profilers sample with it";
            case "KILL", "STOP" -> "no process can handle it";
            case "HUP", "INT", "TERM" -> "it ends the JVM in order";
            default -> null;
        };
    }
}
