// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.value;

import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecorderFailures;
import dev.jtracer.bootstrap.TracerSwitch;
import dev.jtracer.bootstrap.sample.CallSample;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The entry points of methods whose arguments and results are recorded. Woven code passes the text of a call's
 * arguments from one to the next, and then to {@link #enter}.
 */
public final class ValueTracer {
    private ValueTracer() {}

    /** Connects the agent; with a null namer disconnects it, and forgets all texts. */
    public static void connect(@Nullable ToIntFunction<String> namer, String[] typesWithToString) {
        ValueTexts.namer(namer);
        ObjectText.typesWithToString(typesWithToString);
    }

    /** Initialises the classes that run on application threads. */
    public static void initialize() {
        ValueText text = new ValueText();
        text.add("a=", "b");
        text.add("c=", new int[0]);
        text.add("d=", text);
        text.end();
        ValueTexts.of("");
    }

    /** Begins the text of a call's arguments. Returns null if the call is not recorded. */
    public static @Nullable Object begin() {
        try {
            return TracerSwitch.isOn() && !CallSample.dropsNext(TracerSwitch.epoch()) ? new ValueText() : null;
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
            return null;
        }
    }

    public static @Nullable Object add(@Nullable Object text, boolean value, String label) {
        return text == null ? null : added(text, Boolean.valueOf(value), label);
    }

    public static @Nullable Object add(@Nullable Object text, char value, String label) {
        return text == null ? null : added(text, Character.valueOf(value), label);
    }

    public static @Nullable Object add(@Nullable Object text, int value, String label) {
        return text == null ? null : added(text, Integer.valueOf(value), label);
    }

    public static @Nullable Object add(@Nullable Object text, long value, String label) {
        return text == null ? null : added(text, Long.valueOf(value), label);
    }

    public static @Nullable Object add(@Nullable Object text, float value, String label) {
        return text == null ? null : added(text, Float.valueOf(value), label);
    }

    public static @Nullable Object add(@Nullable Object text, double value, String label) {
        return text == null ? null : added(text, Double.valueOf(value), label);
    }

    /**
     * Adds an argument to the text of a call's arguments, and returns the text.
     *
     * @param label the parameter's name and an equals sign
     */
    public static @Nullable Object add(@Nullable Object text, @Nullable Object value, String label) {
        return text == null ? null : added(text, value, label);
    }

    /** Adds an argument whose name is not known, without its value if that is a text: it may be a password. */
    public static @Nullable Object addUnnamed(@Nullable Object text, @Nullable Object value, String label) {
        return add(text, value instanceof CharSequence ? ValueText.MASKED : value, label);
    }

    /** Adds an argument without its value. */
    public static @Nullable Object addMasked(@Nullable Object text, String label) {
        return text == null ? null : added(text, ValueText.MASKED, label);
    }

    private static Object added(Object text, @Nullable Object value, String label) {
        try {
            ((ValueText) text).add(label, value);
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
        return text;
    }

    /** Records the begin of a call with its arguments. */
    public static void enter(@Nullable Object text, int methodId) {
        int textId = 0;
        try {
            textId = text == null ? 0 : ValueTexts.of(((ValueText) text).end());
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
        if (textId == 0) {
            MethodTracer.enterSampled(methodId);
        } else {
            MethodTracer.enterWithArguments(methodId, textId);
        }
    }

    public static void exit(boolean result, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(Boolean.valueOf(result), methodId, false);
        }
    }

    public static void exit(char result, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(Character.valueOf(result), methodId, false);
        }
    }

    public static void exit(int result, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(Integer.valueOf(result), methodId, false);
        }
    }

    public static void exit(long result, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(Long.valueOf(result), methodId, false);
        }
    }

    public static void exit(float result, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(Float.valueOf(result), methodId, false);
        }
    }

    public static void exit(double result, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(Double.valueOf(result), methodId, false);
        }
    }

    /** Records the end of a call with its result. */
    public static void exit(@Nullable Object result, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(result, methodId, false);
        }
    }

    /** Records the end of a call by an exception with the exception's class. */
    public static void exitThrow(Throwable thrown, int methodId) {
        if (TracerSwitch.isOn()) {
            exited(thrown, methodId, true);
        }
    }

    private static void exited(@Nullable Object outcome, int methodId, boolean threw) {
        int textId = 0;
        try {
            if (!CallSample.drops(TracerSwitch.epoch())) {
                textId = ValueTexts.of(
                        threw && outcome != null ? outcome.getClass().getName() : text(outcome));
            }
        } catch (Throwable failure) {
            RecorderFailures.atEnd(failure);
        }
        if (textId != 0) {
            MethodTracer.exitWithValue(methodId, textId, threw);
        } else if (threw) {
            MethodTracer.exitThrowSampled(methodId);
        } else {
            MethodTracer.exitSampled(methodId);
        }
    }

    private static String text(@Nullable Object value) {
        ValueText text = new ValueText();
        text.add("", value);
        return text.end();
    }
}
