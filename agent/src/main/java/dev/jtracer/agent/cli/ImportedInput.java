// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/** What is converted: a trace that tells how much of it is read, and whose failures can be told from those of writing. */
final class ImportedInput implements TraceSource {
    private static final int EVENTS_BETWEEN_LOOKS = 1 << 14;

    private final TraceSource source;
    private final DoubleConsumer progress;
    private long events;

    /** Reading failed; the cause says why. */
    static final class UnreadableException extends IOException {
        private static final long serialVersionUID = 1;

        private final IOException reason;

        UnreadableException(IOException reason) {
            super(ConversionFiles.reason(reason), reason);
            this.reason = reason;
        }

        IOException reason() {
            return reason;
        }
    }

    /**
     * A trace before it is read.
     *
     * @param progress is told while it is read how much has been read, 0 to 1, if that is known
     */
    ImportedInput(TraceSource source, DoubleConsumer progress) {
        this.source = source;
        this.progress = progress;
    }

    @Override
    public StringTable names() {
        return source.names();
    }

    @Override
    public StringTable symbols() {
        return source.symbols();
    }

    @Override
    public TrackTable tracks() {
        return source.tracks();
    }

    @Override
    public StackFrames stackFrames() {
        return source.stackFrames();
    }

    @Override
    public double progress() {
        return source.progress();
    }

    @Override
    public ImportReport read(Consumer<? super TraceEvent> consumer) throws IOException {
        try {
            return source.read(event -> {
                if (events++ % EVENTS_BETWEEN_LOOKS == 0) {
                    tellProgress();
                }
                consumer.accept(event);
            });
        } catch (IOException e) {
            throw new UnreadableException(e);
        }
    }

    private void tellProgress() {
        double done = source.progress();
        if (!Double.isNaN(done)) {
            progress.accept(done);
        }
    }
}
