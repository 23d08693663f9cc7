// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayList;
import java.util.List;

/** Keeps more live callbacks than the tracer can store, and continues to pass others. */
public final class ManyLiveCallbacks {
    private static final int KEPT = 300_000;
    private static final int MORE = 2_000;

    private final List<Runnable> kept = new ArrayList<>();
    private int runs;

    private ManyLiveCallbacks() {}

    /** Prints how many of the others ran. */
    public static void main(String[] args) {
        ManyLiveCallbacks program = new ManyLiveCallbacks();
        for (int i = 0; i < KEPT; i++) {
            program.keep(new Counting(program));
        }
        Counting listener = new Counting(program);
        for (int i = 0; i < MORE; i++) {
            program.check(listener);
            program.run(new Counting(program));
        }
        System.out.println("kept " + program.kept.size() + ", ran " + program.runs);
    }

    private void keep(Runnable callback) {
        kept.add(callback);
    }

    private void check(Object anything) {
        if (anything == null) {
            throw new NullPointerException("callback");
        }
    }

    private void run(Runnable callback) {
        callback.run();
    }

    private static final class Counting implements Runnable {
        private final ManyLiveCallbacks program;

        Counting(ManyLiveCallbacks program) {
            this.program = program;
        }

        @Override
        public void run() {
            program.runs++;
        }
    }
}
