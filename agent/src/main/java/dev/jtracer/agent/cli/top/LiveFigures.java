// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.attach.ProcessFiles;
import dev.jtracer.agent.watch.LiveSnapshot;
import dev.jtracer.agent.watch.SnapshotCodec;
import dev.jtracer.agent.watch.SnapshotFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The snapshots of a traced JVM, requested through its file. */
final class LiveFigures implements Closeable {
    private static final long PAUSE_MILLIS = 5;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final long pid;
    private final SnapshotFile file;
    private final Thread atExit = new Thread(this::end, "jtracer-top-exit");
    private boolean requested = true;

    /** Reason why there are no more snapshots. */
    enum Ended {
        /** The process has ended. */
        PROCESS,
        /** The JVM has waited too long for a request, for example while this command was stopped; watch again. */
        WATCH
    }

    /** End of the snapshots. */
    static final class EndedException extends Exception {
        private static final long serialVersionUID = 1;

        private final Ended what;

        EndedException(Ended what) {
            super(what.name());
            this.what = what;
        }

        Ended what() {
            return what;
        }
    }

    private LiveFigures(long pid, SnapshotFile file) {
        this.pid = pid;
        this.file = file;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Opens the file of a JVM that has begun to watch.
     *
     * @param path the file's name in that process, perhaps in another container
     * @throws IOException if it cannot be opened, or is not one that a tracer has created there: this command writes to the file, so
     *     a JVM must not choose any file of the command's user
     */
    static LiveFigures open(long pid, String path) throws IOException {
        Path named = named(path);
        if (ProcessFiles.hasLink(pid, named)) {
            throw new IOException("a symbolic link is in '" + path + "'");
        }
        Path file = visible(pid, named);
        if (!ProcessFiles.isOwnedByUserOf(pid, file)) {
            throw new IOException("'" + path + "' belongs to another user than the process");
        }
        return new LiveFigures(pid, SnapshotFile.open(file));
    }

    private static Path named(String path) throws IOException {
        try {
            Path named = Path.of(path);
            if (SnapshotFile.isName(named)) {
                return named;
            }
        } catch (InvalidPathException noPath) {
            // refused below
        }
        throw new IOException("it names '" + path + "', which is no file of a tracer");
    }

    /** Returns a name of the same file that is valid in this process, and if possible also after the end of the other one. */
    private static Path visible(long pid, Path path) throws IOException {
        Path inContainer = ProcessFiles.inside(pid, path);
        boolean same = !Files.exists(inContainer) || (Files.exists(path) && Files.isSameFile(path, inContainer));
        return same ? path : inContainer;
    }

    long pid() {
        return pid;
    }

    /** Returns the next snapshot, that of the moment after the call. */
    LiveSnapshot next() throws IOException, EndedException, InterruptedException {
        if (!requested) {
            request();
        }
        long start = System.nanoTime();
        while (true) {
            switch (file.state()) {
                case READY -> {
                    requested = false;
                    return SnapshotCodec.decode(file.snapshot());
                }
                case ENDED -> throw new EndedException(isAlive() ? Ended.WATCH : Ended.PROCESS);
                case REQUESTED -> {
                    if (!isAlive()) {
                        throw new EndedException(Ended.PROCESS);
                    }
                    if (System.nanoTime() - start > PATIENCE_NANOS) {
                        throw new IOException("no answer within " + PATIENCE_NANOS / 1_000_000_000 + " s");
                    }
                    Thread.sleep(PAUSE_MILLIS);
                }
            }
        }
    }

    private void request() throws IOException {
        // Between the two, the JVM may end the watch, which is then noticed after a while without an answer.
        if (file.state() == SnapshotFile.State.READY) {
            file.state(SnapshotFile.State.REQUESTED);
        }
    }

    boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private void end() {
        try {
            file.end();
        } catch (IOException gone) {
            // the JVM ends the watch by itself after a while
        }
    }

    @Override
    public void close() throws IOException {
        end();
        Runtime.getRuntime().removeShutdownHook(atExit);
        file.close();
    }
}
