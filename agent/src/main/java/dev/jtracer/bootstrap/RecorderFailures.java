// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.vm.annotation.DontInline;

/** The policy that decides which exceptions thrown inside the recorder the application sees. */
public final class RecorderFailures {
    /* ThreadDeath belongs to the application: until JDK 19 Thread.stop throws it wherever the thread is. All other
     * exceptions belong to the recorder, except where the stack ends while a call begins: that call ends there, as
     * it would have ended a little deeper without the recorder. Swallowing the StackOverflowError would cause
     * another one at the application's next call, and each costs the JVM a walk over the whole stack: 4 ms at 40 000
     * frames.
     *
     * Not inlined, because the first compiler compiles each handler of an exception in full. */
    private RecorderFailures() {}

    /** Initialises the classes that handling an exception needs, see {@link RecorderClasses}. */
    static void initialize() {
        passOnDeath(new Exception());
    }

    /** Handles an exception thrown while a call or a run was beginning: a StackOverflowError ends that call. */
    @DontInline
    static void atBegin(Throwable failure) {
        if (failure instanceof StackOverflowError overflow) {
            throw overflow;
        }
        atEnd(failure);
    }

    /** Handles an exception thrown while a call or a run was ending: only {@link ThreadDeath} changes how it ends. */
    @DontInline
    public static void atEnd(Throwable failure) {
        if (isDeath(failure)) {
            ChunkChain.repair(ThreadBuffers.current());
        }
        passOnDeath(failure);
        LossCounter.failed(failure);
    }

    /** Rethrows a {@link ThreadDeath} that was caught; returns for any other exception. */
    public static void passOnDeath(Throwable failure) {
        if (isDeath(failure)) {
            throw (Error) failure;
        }
    }

    @SuppressWarnings("removal") // since 20, where nothing throws it any more
    private static boolean isDeath(Throwable failure) {
        return failure instanceof ThreadDeath;
    }
}
