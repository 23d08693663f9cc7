// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Recurses to the end of the stack again and again, in several ways, and prints the number of returns.
 *
 * <p>Arguments: rounds.
 */
@SuppressWarnings("InfiniteRecursion") // that is the purpose
public final class StackOverflows {
    private static final List<Runnable> WAYS = List.of(
            () -> plain(0), () -> tidyUp(0), () -> throwAgain(0), () -> throughCallbacks(0), () -> catchOthers(0));

    private static int tidied;

    private StackOverflows() {}

    /**
     * Overflows {@code args[0]} times in each way, and writes the number of errors that the JVM has created to
     * stderr.
     */
    public static void main(String[] args) throws JMException {
        int rounds = Integer.parseInt(args[0]);
        for (Runnable way : WAYS) {
            int overflows = 0;
            for (int i = 0; i < rounds; i++) {
                try {
                    way.run();
                } catch (StackOverflowError expected) {
                    overflows++;
                }
            }
            System.out.println(overflows);
        }
        System.out.println(tidied > 0);
        System.err.println(errorsMade());
    }

    private static String errorsMade() throws JMException {
        String vmInfo = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmInfo",
                        new Object[0],
                        new String[0]);
        return vmInfo.lines()
                .filter(line -> line.startsWith("StackOverflowErrors="))
                .findFirst()
                .orElseThrow();
    }

    private static int plain(int depth) {
        return plain(depth + 1) + 1;
    }

    private static int tidyUp(int depth) {
        try {
            return tidyUp(depth + 1) + 1;
        } finally {
            tidied++;
        }
    }

    private static int throwAgain(int depth) {
        try {
            return throwAgain(depth + 1) + 1;
        } catch (StackOverflowError end) {
            tidied++;
            throw end;
        }
    }

    private static int throughCallbacks(int depth) {
        return Optional.of(depth).map(level -> throughCallbacks(level + 1)).orElse(0) + 1;
    }

    private static int catchOthers(int depth) {
        try {
            return Optional.of(depth).map(level -> catchOthers(level + 1)).orElse(0) + 1;
        } catch (IllegalStateException never) {
            tidied++;
            return 0;
        }
    }
}
