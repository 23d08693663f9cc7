// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A running JVM. Its output goes to files, so that it never waits for the test. */
public final class JvmProcess {
    private final Process process;
    private final Path directory;
    private final Path output;
    private final BufferedWriter input;

    JvmProcess(Process process, Path directory, Path output) {
        this.process = process;
        this.directory = directory;
        this.output = output;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
    }

    public long pid() {
        return process.pid();
    }

    public Path directory() {
        return directory;
    }

    /** Writes one line to the JVM's standard input. */
    public void send(String line) {
        try {
            input.write(line);
            input.newLine();
            input.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the JVM does not listen any more; see " + output, e);
        }
    }

    /**
     * Writes one line to the JVM's standard input, and waits until standard output goes on and ends with
     * {@code answer}.
     */
    public void ask(String line, String answer) {
        int before = stdout().length();
        send(line);
        await("'" + answer.strip() + "' after '" + line + "'", () -> {
            String stdout = stdout();
            return stdout.length() > before && stdout.endsWith(answer);
        });
    }

    /** Waits until standard output contains {@code text}. */
    public void awaitStdout(String text) {
        awaitText("stdout", text);
    }

    /** Waits until standard error contains {@code text}. */
    public void awaitStderr(String text) {
        awaitText("stderr", text);
    }

    public String stdout() {
        return read("stdout");
    }

    public String stderr() {
        return read("stderr");
    }

    /**
     * Runs a diagnostic command in the JVM, which must have been attached to before. As {@code jcmd} does, but that
     * starts a JVM for each command.
     */
    public String diagnose(String command) {
        ByteBuffer request = StandardCharsets.UTF_8.encode("1\0jcmd\0" + command + "\0\0\0");
        try (SocketChannel jvm = SocketChannel.open(UnixDomainSocketAddress.of("/tmp/.java_pid" + pid()))) {
            while (request.hasRemaining()) {
                jvm.write(request);
            }
            String reply = new String(Channels.newInputStream(jvm).readAllBytes(), StandardCharsets.UTF_8);
            if (!reply.startsWith("0\n")) {
                throw new AssertionError("'" + command + "' ended with " + reply);
            }
            return reply.substring(2);
        } catch (IOException e) {
            throw new UncheckedIOException("the JVM does not answer; see " + output, e);
        }
    }

    /** Sends a signal by name, for example {@code URG}. */
    public void signal(String name) {
        try {
            int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new AssertionError("kill -" + name + " " + pid() + " ended with " + exit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends the JVM at once, as {@code kill -9} does; does nothing when it has ended. */
    public void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns whether the JVM has not ended yet. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Has a {@code Stepper} exit, and checks that it does so with the exit code that it was told. */
    public JvmResult exit() {
        send("exit 9");
        JvmResult result = awaitExit();
        if (result.exitCode() != 9) {
            throw new AssertionError("exit code " + result.exitCode() + " instead of 9: " + result.stderr());
        }
        return result;
    }

    /** Waits for the end. */
    public JvmResult awaitExit() {
        try {
            if (!process.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the JVM did not end within " + Await.LIMIT.toSeconds() + " s; see " + output);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return new JvmResult(process.exitValue(), stdout(), stderr(), directory);
    }

    private void awaitText(String stream, String text) {
        await("'" + text + "' in " + output.resolve(stream), () -> read(stream).contains(text));
    }

    private void await(String what, Await.Condition condition) {
        Await.until(what, () -> {
            boolean alive = process.isAlive();
            boolean holds = condition.holds();
            if (!holds && !alive) {
                throw new AssertionError("no " + what + ": the JVM ended with " + process.exitValue() + ", and wrote "
                        + read("stdout") + read("stderr"));
            }
            return holds;
        });
    }

    private String read(String stream) {
        try {
            return Files.readString(output.resolve(stream));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
