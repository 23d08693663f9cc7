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

/** What is converted: a trace whose failures while it is read can be told from those of writing. */
final class ImportedInput implements TraceSource {
    private final TraceSource source;

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

    ImportedInput(TraceSource source) {
        this.source = source;
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
    public ImportReport read(Consumer<? super TraceEvent> consumer) throws IOException {
        try {
            return source.read(consumer);
        } catch (IOException e) {
            throw new UnreadableException(e);
        }
    }
}
