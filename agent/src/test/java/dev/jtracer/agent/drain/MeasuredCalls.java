// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.drain;

import dev.jtracer.bootstrap.MethodTracer;
import java.util.SplittableRandom;

/** The calls that {@link DrainCost} records. */
enum MeasuredCalls {
    /** One method that calls itself ten times. */
    RECURSION {
        @Override
        void make(int seed) {
            for (int i = 0; i < CALLS; i += LEVELS) {
                descend(LEVELS);
            }
        }
    },

    /** Forty methods, each of which calls up to three others, so that no branch predictor knows the next record. */
    PROGRAM {
        @Override
        void make(int seed) {
            SplittableRandom random = new SplittableRandom(seed);
            int made = 0;
            while (made < CALLS) {
                made += call(1 + random.nextInt(METHODS), 0, random);
            }
        }
    };

    static final int METHODS = 40;

    private static final int CALLS = 400_000;
    private static final int LEVELS = 10;
    private static final int MOST_INNER_CALLS = 3;

    abstract void make(int seed);

    private static void descend(int levels) {
        MethodTracer.enter(1);
        if (levels > 1) {
            descend(levels - 1);
        }
        MethodTracer.exit(1);
    }

    /** Returns the number of calls. */
    private static int call(int method, int depth, SplittableRandom random) {
        MethodTracer.enter(method);
        int made = 1;
        if (depth < LEVELS && method % 3 != 0) {
            for (int inner = random.nextInt(MOST_INNER_CALLS + 1); inner > 0; inner--) {
                made += call(1 + (method * 7 + inner * 5) % METHODS, depth + 1, random);
            }
        }
        MethodTracer.exit(method);
        return made;
    }
}
