// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.ArrayList;
import java.util.List;

/**
 * The recorder that woven code calls in these tests. {@link WovenClasses} defines it a second time under the
 * recorder's name, so nothing in here may refer to this class's package.
 */
public final class RecordedCalls {
    private static final ThreadLocal<List<Integer>> CALLS = new ThreadLocal<>();

    private RecordedCalls() {}

    public static void enter(int id) {
        add(id << 2);
    }

    public static void exit(int id) {
        add(id << 2 | 1);
    }

    public static void exitThrow(int id) {
        add(id << 2 | 2);
    }

    /** Starts to record this thread's calls, as {@code id << 2 | kind}; kinds are enter, exit and exitThrow. */
    public static List<Integer> record() {
        List<Integer> calls = new ArrayList<>();
        CALLS.set(calls);
        return calls;
    }

    private static void add(int call) {
        List<Integer> calls = CALLS.get();
        if (calls != null) {
            calls.add(call);
        }
    }
}
