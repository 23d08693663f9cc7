// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ForwardingSource;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import java.io.IOException;
import java.util.function.DoubleConsumer;

/**
 * The input of a conversion: a trace that reports its progress and marks its own failures, so that they differ from
 * those of writing.
 */
final class ImportedInput extends ForwardingSource {
    private static final int EVENTS_BETWEEN_LOOKS = 1 << 14;

    private final DoubleConsumer progress;
    private long events;
    private long nextLook;

    /** Failure to read the input; the cause has the reason. */
    static final class UnreadableException extends IOException {
        private static final long serialVersionUID = 1;

        UnreadableException(IOException reason) {
            super(ConversionFiles.reason(reason), reason);
        }
    }

    /** Wraps a trace before it is read; {@code progress} receives the part read so far, 0 to 1, if known. */
    ImportedInput(TraceSource source, DoubleConsumer progress) {
        super(source);
        this.progress = progress;
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        try {
            return original()
                    .read(consumer instanceof CallConsumer calls ? new CallCounter(calls) : new Counter(consumer));
        } catch (IOException e) {
            throw new UnreadableException(e);
        }
    }

    private void count(long more) {
        events += more;
        if (events >= nextLook) {
            nextLook = events + EVENTS_BETWEEN_LOOKS;
            reportProgress();
        }
    }

    /** A consumer of the events for another one. */
    private class Counter implements EventConsumer {
        private final EventConsumer consumer;

        Counter(EventConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public void accept(TraceEvent event) {
            count(1);
            consumer.accept(event);
        }

        @Override
        public boolean isDone() {
            return consumer.isDone();
        }

        @Override
        public boolean needs(long fromNanos, long toNanos) {
            return consumer.needs(fromNanos, toNanos);
        }

        @Override
        public boolean needsPasses() {
            return consumer.needsPasses();
        }
    }

    /** A consumer of the events, and of the calls without events, for another one. */
    private final class CallCounter extends Counter implements CallConsumer {
        private final CallConsumer consumer;

        CallCounter(CallConsumer consumer) {
            super(consumer);
            this.consumer = consumer;
        }

        @Override
        public boolean takesCalls() {
            return consumer.takesCalls();
        }

        @Override
        public void calls(CallRecords records) {
            count(records.size());
            consumer.calls(records);
        }
    }

    private void reportProgress() {
        double done = original().progress();
        if (!Double.isNaN(done)) {
            progress.accept(done);
        }
    }
}
