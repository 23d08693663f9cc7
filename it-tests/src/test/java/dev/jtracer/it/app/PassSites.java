// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Callbacks passed to the same method on different lines. Prints the lines, which a test compares with the trace. */
public final class PassSites {
    private static final List<String> SITES = new ArrayList<>();
    private static final String INITIAL = site("<clinit>", Objects.requireNonNullElseGet(null, () -> "static"));

    private final String made;

    private PassSites() {
        made = site("<init>", Objects.requireNonNullElseGet(null, () -> "made"));
    }

    /** Notes the line that called this, which is also the line that made the argument. */
    private static String site(String method, String value) {
        int line = StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());
        SITES.add(method + ":" + line);
        return value;
    }

    private static void threeLines() {
        site("threeLines", Objects.requireNonNullElseGet(null, () -> "one"));
        site("threeLines", Objects.requireNonNullElseGet(null, () -> "two"));
        site("threeLines", Objects.requireNonNullElseGet(null, () -> "three"));
    }

    private static void loop() {
        for (int i = 0; i < 5; i++) {
            int number = i;
            site("loop", Objects.requireNonNullElseGet(null, () -> "turn " + number));
        }
    }

    private static String text() {
        return "reference";
    }

    private static void reference() {
        site("reference", Objects.requireNonNullElseGet(null, PassSites::text));
    }

    private static void nested() {
        Supplier<String> outer = () -> site("nested", Objects.requireNonNullElseGet(null, () -> "inner"));
        if (outer.get().isEmpty()) {
            throw new IllegalStateException("no site");
        }
    }

    public static void main(String[] args) {
        threeLines();
        loop();
        reference();
        nested();
        System.out.println(INITIAL + new PassSites().made);
        SITES.forEach(System.out::println);
    }
}
