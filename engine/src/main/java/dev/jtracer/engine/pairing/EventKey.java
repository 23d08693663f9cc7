// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/**
 * The identity of an event within one trace, as a short text. The text is the same each time the trace is read, so
 * selections and annotations can be saved. The texts are those of DevTools.
 */
public sealed interface EventKey {
    /** Returns the text that {@link #parse} reads. */
    String text();

    /**
     * An event of the trace: {@code r-INDEX}.
     *
     * @param index its index among the events of the trace, at least 0
     */
    record Raw(long index) implements EventKey {
        public Raw {
            requireNatural(index, "index");
        }

        @Override
        public String text() {
            return "r-" + index;
        }
    }

    /**
     * A synthetic event: {@code s-INDEX}, or {@code s-INDEX-ORDINAL} for further ones with the same begin.
     *
     * @param index index of its begin among the events of the trace, at least 0
     * @param ordinal how many synthetic events of the same begin come before it, at least 0
     */
    record Synthetic(long index, int ordinal) implements EventKey {
        public Synthetic {
            requireNatural(index, "index");
            requireNatural(ordinal, "ordinal");
        }

        @Override
        public String text() {
            return ordinal == 0 ? "s-" + index : "s-" + index + "-" + ordinal;
        }
    }

    /**
     * A call that was put together from samples: {@code p-PID-TID-SAMPLE-NODE}.
     *
     * @param pid its process
     * @param tid its thread
     * @param sample index of the sample with which it begins, at least 0
     * @param node number of its node in the profile, at least 0
     */
    record SampledCall(long pid, long tid, long sample, long node) implements EventKey {
        public SampledCall {
            requireNatural(sample, "sample");
            requireNatural(node, "node");
        }

        @Override
        public String text() {
            return "p-" + pid + "-" + tid + "-" + sample + "-" + node;
        }
    }

    /**
     * Parses the text of a key.
     *
     * @throws IllegalArgumentException if it is none
     */
    static EventKey parse(String text) {
        return EventKeyParser.parse(text);
    }

    private static void requireNatural(long number, String what) {
        if (number < 0) {
            throw new IllegalArgumentException(
                    what + " '" + number + "' of an event's key is negative; 0 is the first");
        }
    }
}
