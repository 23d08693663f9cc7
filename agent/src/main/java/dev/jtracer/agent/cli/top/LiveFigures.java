// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.attach.TargetJvm;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.control.AgentCommands;
import dev.jtracer.agent.control.AttachRequest;
import dev.jtracer.agent.live.LiveSnapshot;
import dev.jtracer.agent.live.Watch;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The snapshots of a traced JVM, each by a request of its own. */
final class LiveFigures {
    /* Each load of the agent leaves something in the JVM for good. */
    private static final long LOADED_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int MOST_PAUSES = 20;
    private static final long PAUSE_MILLIS = 50;

    private final TargetJvm target;

    /* One for all, so that a reply replaces the one before in a JVM that keeps it. */
    private final AttachRequest request = new AttachRequest(TargetJvm.nonce(), AgentCommands.WATCH, "");

    private boolean answered;

    /** End of the snapshots, because the process has ended. */
    static final class EndedException extends IOException {
        private static final long serialVersionUID = 1;
    }

    LiveFigures(TargetJvm target) {
        this.target = target;
    }

    long pid() {
        return target.pid();
    }

    /** Returns the time from one request to the next, longer than wanted where each request loads the agent. */
    long intervalNanos(long wanted) {
        return target.loadsAgent() ? Math.max(wanted, LOADED_NANOS) : wanted;
    }

    /** Returns the next snapshot, that of the moment after the call. */
    LiveSnapshot next() throws IOException, CommandException, InterruptedException {
        try {
            String reply = target.command(request);
            for (long millis = Watch.early(reply); millis > 0; millis = Watch.early(reply)) {
                Thread.sleep(millis);
                reply = target.command(request);
            }
            LiveSnapshot snapshot = Watch.snapshot(reply);
            answered = true;
            return snapshot;
        } catch (IOException | CommandException failure) {
            if (answered && hasEnded()) {
                throw new EndedException();
            }
            throw failure;
        }
    }

    /* A JVM that ends stops answering a moment before its process has ended. */
    private boolean hasEnded() throws InterruptedException {
        for (int pauses = 0; isAlive(); pauses++) {
            if (pauses == MOST_PAUSES) {
                return false;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return true;
    }

    private boolean isAlive() {
        return ProcessHandle.of(target.pid()).map(ProcessHandle::isAlive).orElse(false);
    }
}
