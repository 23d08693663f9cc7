// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** A library that nests fork/join tasks until the stack ends. */
final class DeepTasksLibrary {
    private final ForkJoinPool pool = new ForkJoinPool(1);

    /**
     * Lets a task fail: what the JDK initialises for that, in ForkJoinTask.Aux, would fail for good at the end of a
     * stack.
     */
    DeepTasksLibrary() {
        Callable<Void> failing = () -> {
            throw new IllegalStateException();
        };
        try {
            pool.submit(failing).join();
        } catch (IllegalStateException expected) {
            // initialised
        }
    }

    void overflow(boolean forks) {
        pool.submit(new Outer(forks)).join();
    }

    private static final class Outer extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final boolean forks;

        Outer(boolean forks) {
            this.forks = forks;
        }

        @Override
        protected void compute() {
            DeepTasks.before();
            try {
                new Nested(forks).invoke();
            } catch (StackOverflowError expected) {
                DeepTasks.after();
            }
        }
    }

    private static final class Nested extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final boolean forks;

        Nested(boolean forks) {
            this.forks = forks;
        }

        @Override
        protected void compute() {
            Nested inner = new Nested(forks);
            if (forks) {
                inner.fork().join();
            } else {
                inner.invoke();
            }
        }
    }
}
