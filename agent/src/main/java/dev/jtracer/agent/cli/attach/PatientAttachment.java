// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An attachment whose calls fail if there is no answer in time: the JDK's and HotSpot's protocols have no limit. */
final class PatientAttachment implements Attachment {
    private static final long POLL_MILLIS = 100;
    /** Long enough for a stop that writes gigabytes, and an attach to tens of thousands of classes. */
    private static final long MOST_MILLIS = TimeUnit.MINUTES.toMillis(5);
    /** A debugger may stop a process for a moment. */
    private static final long MOST_STOPPED_MILLIS = 3_000;

    private final TargetProcess process;
    private final Attachment attachment;

    PatientAttachment(TargetProcess process) throws IOException {
        this.process = process;
        this.attachment = await(() -> Attachment.to(process.pid()));
    }

    /** Failure of a JVM that is stopped, or silent; the message is for the user. */
    static final class NoAnswerException extends IOException {
        private static final long serialVersionUID = 1;

        private NoAnswerException(String line) {
            super(line);
        }
    }

    @Override
    public void loadAgent(Path jar, String arguments) throws IOException {
        await(() -> {
            attachment.loadAgent(jar, arguments);
            return null;
        });
    }

    @Override
    public Properties agentProperties() throws IOException {
        return await(attachment::agentProperties);
    }

    @Override
    public void close() throws IOException {
        attachment.close();
    }

    /** Makes a call on a thread of its own, which stays behind if there is no answer. */
    private <T> T await(Callable<T> call) throws IOException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "jtracer-attachment");
        thread.setDaemon(true);
        thread.start();
        long stoppedMillis = 0;
        for (long waited = 0; waited < MOST_MILLIS; waited += POLL_MILLIS) {
            try {
                return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                stoppedMillis = process.isStopped() ? stoppedMillis + POLL_MILLIS : 0;
                if (stoppedMillis >= MOST_STOPPED_MILLIS) {
                    throw new NoAnswerException("process '" + process.pid()
                            + "' is stopped and cannot answer; let it go on by kill -CONT " + process.pid());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            } catch (ExecutionException e) {
                throw failure(Objects.requireNonNull(e.getCause(), "cause"));
            }
        }
        throw new NoAnswerException("process '" + process.pid() + "' has not answered for "
                + TimeUnit.MILLISECONDS.toMinutes(MOST_MILLIS) + " minutes; jcmd " + process.pid()
                + " Thread.print shows whether it answers the JDK's tools");
    }

    private static IOException failure(Throwable cause) {
        if (cause instanceof RuntimeException fault) {
            throw fault;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException failed ? failed : new IOException(cause);
    }
}
