// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Loads a class for each line of its input, and ends with the input or by {@code exit}. */
public final class LoadsOnRequest {
    private LoadsOnRequest() {}

    /** Prints what it has loaded. */
    public static void main(String[] args) throws IOException {
        System.out.println("ready");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            switch (line) {
                case "first" -> System.out.println(First.name());
                case "second" -> System.out.println(Second.name());
                case "third" -> System.out.println(Third.name());
                default -> System.exit(3);
            }
        }
    }

    private static final class First {
        private First() {}

        static String name() {
            return "first ".concat("loaded");
        }
    }

    private static final class Second {
        private Second() {}

        static String name() {
            return "second ".concat("loaded");
        }
    }

    private static final class Third {
        private Third() {}

        static String name() {
            return "third ".concat("loaded");
        }
    }
}
