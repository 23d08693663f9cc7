// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.tracing;

import dev.jtracer.agent.lag.LagMeter;
import dev.jtracer.bootstrap.TracerSwitch;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Turns the woven calls on and off, together with the drain and the lag meter. */
final class Recorder {
    private final DrainThread thread;
    private final RecorderSpool spool;
    private final Overhead overhead;
    private final @Nullable LagMeter lag;
    private final Rotation rotation;
    private final @Nullable FirstCallLine firstCall;

    /** @param firstCall null if the start has named the file */
    Recorder(
            DrainThread thread,
            RecorderSpool spool,
            Overhead overhead,
            @Nullable LagMeter lag,
            Rotation rotation,
            @Nullable FirstCallLine firstCall) {
        this.firstCall = firstCall;
        this.thread = thread;
        this.spool = spool;
        this.overhead = overhead;
        this.lag = lag;
        this.rotation = rotation;
    }

    void turnOn(Recording recording) {
        thread.repeat(new DrainThread.Pass() {
            @Override
            public long run() throws IOException {
                return pass(recording);
            }
        });
        TracerSwitch.set(true);
        if (lag != null) {
            lag.start();
        }
    }

    private long pass(Recording recording) throws IOException {
        overhead.measureWhenWarm();
        recording.analysis();
        recording.points.write();
        long fed = spool.drainer().pass();
        recording.writeWindows();
        rotation.check(recording);
        if (firstCall != null) {
            firstCall.printOnce();
        }
        return fed;
    }

    /** Turns all off. An overhead that is still unknown is measured before. */
    void turnOff(long deadline) throws NoAnswerException {
        try {
            if (!overhead.isMeasured()) {
                thread.call(
                        new Callable<>() {
                            @Override
                            public Boolean call() throws IOException {
                                return measureInAHurry();
                            }
                        },
                        deadline);
            }
        } catch (NoAnswerException e) {
            // The end would have none either.
            throw e;
        } catch (IOException e) {
            // The end writes once more, and reports it if that fails, too.
        } finally {
            TracerSwitch.set(false);
            if (lag != null) {
                lag.stop();
            }
            thread.rest();
        }
    }

    private boolean measureInAHurry() throws IOException {
        if (!thread.hasFailed()) {
            overhead.measure(true);
        }
        return true;
    }
}
