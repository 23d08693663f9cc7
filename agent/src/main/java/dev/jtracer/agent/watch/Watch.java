// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.watch;

import dev.jtracer.agent.thread.TracerThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A thread that answers one reader's requests for snapshots, until the reader ends or does not request any more. */
public final class Watch implements Runnable {
    /* Each attach that loads an agent leaves a JVMTI environment in the JVM for good, and every class that is loaded later
     * passes through it. One attach therefore serves all snapshots of a reader. The thread looks at one byte of the file
     * 40 times a second and allocates nothing big until there is a request. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    /** Time without a request after which the reader counts as gone; longer than the longest interval of a reader. */
    static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /* A snapshot of 5,000 methods takes 25 ms and 20 MB. The pause after it bounds what a reader with a short interval costs. */
    static final int PAUSE_FACTOR = 50;

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final TracerThreads threads;
    private final SnapshotFile file;
    private final Supplier<LiveSnapshot> snapshots;
    private final Consumer<String> problems;
    private final long leaseNanos;

    Watch(
            TracerThreads threads,
            SnapshotFile file,
            Supplier<LiveSnapshot> snapshots,
            Consumer<String> problems,
            long leaseNanos) {
        this.threads = threads;
        this.file = file;
        this.snapshots = snapshots;
        this.problems = problems;
        this.leaseNanos = leaseNanos;
    }

    /**
     * Starts a thread and returns the file through which it answers.
     *
     * @param directory receives the file
     */
    public static Path start(
            TracerThreads threads, Path directory, Supplier<LiveSnapshot> snapshots, Consumer<String> problems)
            throws IOException {
        String secret = Long.toHexString(new SecureRandom().nextLong());
        // Without links, which the reader does not follow.
        Path path = directory
                .toRealPath()
                .resolve(SnapshotFile.name(ProcessHandle.current().pid(), secret));
        SnapshotFile file = SnapshotFile.create(path);
        threads.create("jtracer-top", new Watch(threads, file, snapshots, problems, LEASE_NANOS))
                .start();
        return path;
    }

    @Override
    public void run() {
        try (file) {
            try {
                answer();
            } finally {
                file.end();
            }
        } catch (Throwable failure) {
            // A full disk or a full heap; the reader finds no answer and says so.
            problems.accept("top gets no more figures (" + failure + "); start it again");
        }
    }

    private void answer() throws IOException {
        long requested = System.nanoTime();
        long pauseNanos = 0;
        while (System.nanoTime() - requested < leaseNanos && !threads.areEnding()) {
            switch (file.state()) {
                case REQUESTED -> {
                    long start = System.nanoTime();
                    if (start - requested < pauseNanos) {
                        pause();
                    } else {
                        file.snapshot(SnapshotCodec.encode(snapshots.get()));
                        requested = System.nanoTime();
                        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, (requested - start) * PAUSE_FACTOR);
                    }
                }
                case READY -> pause();
                case ENDED -> {
                    return;
                }
            }
        }
    }

    private void pause() {
        LockSupport.parkNanos(this, PAUSE_NANOS);
        // With the interrupt flag set, every pause would return at once.
        Thread.interrupted();
    }
}
