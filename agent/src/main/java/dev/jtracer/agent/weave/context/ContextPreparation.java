// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.agent.weave.ThreadStop;
import dev.jtracer.agent.weave.code.MethodTable;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The preparation of the recorder for requests and statements, when the first class that carries context is loaded. A
 * program without any does not pay for it.
 */
public final class ContextPreparation implements Runnable {
    /* It runs on a thread of the tracer's: the application's may be near the end of its stack, or have a security
     * manager's restrictions, and a class that fails to initialise has failed for good. The application's thread
     * waits for it, because a class cannot be woven later while its methods run. It may hold any lock of the
     * application's meanwhile, but none that the preparation takes; the bound is for the case that this is wrong. */
    private static final long MOST_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Executor thread;
    private final Runnable definition;
    private final Consumer<String> problems;
    private State state = State.NEW;
    private @Nullable MethodTable table;

    private enum State {
        NEW,
        RUNNING,
        DONE,
        FAILED
    }

    /**
     * @param thread starts a thread of the tracer's
     * @param definition defines the classes that woven code calls
     * @param problems receives a line for the user if requests and statements cannot be recorded
     */
    public ContextPreparation(Executor thread, Runnable definition, Consumer<String> problems) {
        this.thread = thread;
        this.definition = definition;
        this.problems = problems;
    }

    /** Sets the table that numbers the names of requests and statements. */
    void names(MethodTable names) {
        table = names;
    }

    /**
     * Returns whether woven code can run. The first call begins the preparation, and calls wait for its end. Leaves
     * no trace on the calling thread: a monitor needs no park permit, and an interrupt is set again.
     */
    synchronized boolean isDone() {
        if (state == State.NEW) {
            begin();
        }
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
        while (state == State.RUNNING) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                state = State.FAILED;
                failed("their preparation takes longer than " + MOST_MILLIS + " ms");
                break;
            }
            try {
                wait(left);
            } catch (InterruptedException meantForTheApplication) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return state == State.DONE;
    }

    private void begin() {
        state = State.RUNNING;
        try {
            thread.execute(this);
        } catch (Throwable noThread) {
            // Else every thread that loads such a class would wait for an end that never comes.
            end(State.FAILED);
            failed(noThread);
            ThreadStop.again(noThread); // last, or the report might take the second one
        }
    }

    /** Prepares the recorder, on the tracer's thread. */
    @Override
    public void run() {
        try {
            definition.run();
            MethodTable names = table;
            if (names == null) {
                throw new IllegalStateException("no table of names");
            }
            ContextConnection.begin(names);
            end(State.DONE);
        } catch (Throwable failure) {
            failed(failure);
            end(State.FAILED);
        }
    }

    private synchronized void end(State reached) {
        if (state == State.RUNNING) {
            state = reached;
        } else if (reached == State.DONE) {
            ContextConnection.end(); // too late: nobody waits any more, or the tracer leaves
        }
        notifyAll();
    }

    private void failed(Object cause) {
        problems.accept("requests and statements are not recorded: " + cause
                + "; all else is traced, write context=off to hide this line");
    }

    /** Disconnects the recorder from the agent. */
    synchronized void undo() {
        if (state == State.DONE) {
            ContextConnection.end();
        }
        state = State.FAILED;
    }
}
