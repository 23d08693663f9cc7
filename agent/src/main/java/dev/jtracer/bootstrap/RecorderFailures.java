// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

/** Decides which exceptions thrown inside the recorder the application sees. */
final class RecorderFailures {
    /* ThreadDeath is the application's own: Thread.stop throws it wherever the thread is, until JDK 19. All else is ours,
     * except for a stack that ends while a call begins: that call ends there, as it would have ended a little deeper without
     * us. To swallow the StackOverflowError would mean another one at the application's next call, and each of them costs the
     * JVM a walk over the whole stack: 4 ms at 40 000 frames. */
    private RecorderFailures() {}

    /** As {@link MethodTracer#initialize}. */
    static void initialize() {
        passOnDeath(new Exception());
    }

    /** Handles what was thrown while a call or a run was beginning: a StackOverflowError ends that call. */
    static void atBegin(Throwable failure) {
        if (failure instanceof StackOverflowError overflow) {
            throw overflow;
        }
        atEnd(failure);
    }

    /** Handles what was thrown while a call or a run was ending: nothing but {@link ThreadDeath} changes how it ends. */
    static void atEnd(Throwable failure) {
        if (isDeath(failure)) {
            ThreadBuffers.repairCurrent();
        }
        passOnDeath(failure);
        LossCounters.failed(failure);
    }

    /** Throws {@link ThreadDeath} again, which was caught with all others. */
    static void passOnDeath(Throwable failure) {
        if (isDeath(failure)) {
            throw (Error) failure;
        }
    }

    @SuppressWarnings("removal") // since 20, where nothing throws it any more
    private static boolean isDeath(Throwable failure) {
        return failure instanceof ThreadDeath;
    }
}
