// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.ProgressBar;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.output.OutputFile;
import dev.jtracer.engine.event.TraceOutputs;
import dev.jtracer.engine.exporter.ParallelGzip;
import dev.jtracer.engine.exporter.TraceFiles;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The destination of one conversion: files that must not exist yet, or stdout. Files that are not {@link #complete}
 * are removed, also when the user interrupts the command.
 */
final class TraceDestination implements TraceOutputs, AutoCloseable {
    /** The path by which a request names stdout. */
    static final Path STDOUT = Path.of("-");

    /** The writing of a trace's text takes as long as two of these. */
    private static final int COMPRESSORS = Math.min(3, Runtime.getRuntime().availableProcessors());

    private final Path trace;
    private final TraceFiles files;
    private final Terminal terminal;
    private final ProgressBar bar;
    private final Thread interrupt = new Thread(this::interrupt, "jtracer-interrupt");
    private boolean complete;
    private boolean interrupted;

    /** @param inputs files that are read for it, whose size the progress shows */
    TraceDestination(Path trace, List<Path> inputs, Terminal terminal) {
        this(trace, inputs, terminal, COMPRESSORS);
    }

    TraceDestination(Path trace, List<Path> inputs, Terminal terminal, int compressors) {
        this.trace = trace;
        this.files = new TraceFiles(
                trace, OutputFile::stream, compressors == 1 ? null : file -> new ParallelGzip(file, compressors));
        this.terminal = terminal;
        this.bar = new ProgressBar(terminal.err(), inputs);
        try {
            Runtime.getRuntime().addShutdownHook(interrupt);
        } catch (IllegalStateException shuttingDown) {
            // The JVM waits with its end until attach with for= has written this.
        }
    }

    /** Writes a report or a timeline to a new file, or to {@link #STDOUT}. */
    static void write(byte[] bytes, Path file, Terminal terminal) throws CommandException {
        try (TraceDestination destination = new TraceDestination(file, List.of(), terminal)) {
            try (OutputStream out = destination.open(1)) {
                out.write(bytes);
            } catch (IOException e) {
                throw destination.failure(e);
            }
            destination.complete();
        }
    }

    /** Shows which part has been written, 0 to 1. */
    void progress(double done) {
        bar.show(done);
    }

    private boolean isStdout() {
        return trace.equals(STDOUT);
    }

    @Override
    public synchronized OutputStream open(int part) throws IOException {
        waitForTheEndIfInterrupted();
        return isStdout() ? new Stdout(terminal.out()) : files.open(part);
    }

    /** Keeps the files and prints their names; on stdout there is nothing but the trace. */
    synchronized void complete() {
        waitForTheEndIfInterrupted();
        complete = true;
        bar.clear();
        files.created().forEach(terminal.out()::println);
    }

    /** Returns the reason why the trace could not be written, in words for the user. */
    CommandException failure(IOException e) {
        return isStdout()
                ? CommandException.file("cannot write to stdout: " + ConversionFiles.reason(e)
                        + "; direct it to another file or program")
                : ConversionFiles.failure(e, trace);
    }

    /** Removes the files if they are incomplete. */
    @Override
    public synchronized void close() {
        waitForTheEndIfInterrupted();
        try {
            Runtime.getRuntime().removeShutdownHook(interrupt);
        } catch (IllegalStateException shuttingDown) {
            // The hook waits for the lock, and finds the files complete or removed.
        }
        bar.clear();
        if (!complete) {
            ConversionFiles.delete(files, terminal);
        }
    }

    private synchronized void interrupt() {
        if (complete) {
            return;
        }
        interrupted = true;
        bar.clear();
        List<Path> incomplete = files.created();
        if (isStdout()) {
            terminal.err().println("interrupted; what was written to stdout is incomplete");
        } else if (incomplete.isEmpty()) {
            terminal.err().println("interrupted; nothing was written");
        } else {
            String names = incomplete.stream().map(file -> "'" + file + "'").collect(Collectors.joining(", "));
            terminal.err().println("interrupted; removing the incomplete " + names);
            ConversionFiles.delete(files, terminal);
        }
    }

    /** Blocks the converting thread when the JVM ends, so that it creates no more files and prints nothing. */
    private void waitForTheEndIfInterrupted() {
        while (interrupted) {
            try {
                wait();
            } catch (InterruptedException e) {
                // only the end of the JVM ends this
            }
        }
    }

    /** Stdout as the only file of a trace. A PrintStream hides failures, for example a closed pipe. */
    private static final class Stdout extends FilterOutputStream {
        private final PrintStream stdout;

        Stdout(PrintStream stdout) {
            super(stdout);
            this.stdout = stdout;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            stdout.write(bytes, offset, length);
            check();
        }

        @Override
        public void close() throws IOException {
            check();
        }

        private void check() throws IOException {
            if (stdout.checkError()) {
                throw new IOException("the program that reads it has ended, or its disk is full");
            }
        }
    }
}
