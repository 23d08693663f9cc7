// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Keeps a lambda, waits for a line, and runs that lambda and another one made at the same line. */
public final class EarlyLambda {
    private EarlyLambda() {}

    /** Reads one line from stdin. */
    public static void main(String[] args) throws IOException {
        Runnable early = made("early");
        use(early);
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        use(early);
        use(made("late"));
    }

    private static Runnable made(String word) {
        return () -> System.out.println("made ".concat(word));
    }

    private static void use(Runnable callback) {
        callback.run();
    }
}
