// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * The time that a trace covers.
 *
 * @param startNanos when the trace starts: 0 for a recording of jtracer, otherwise the time of the first event
 * @param endNanos the time of the last event; {@code startNanos} if it was not looked for
 * @param epochMicros wall-clock time at time 0, in microseconds since 1970; empty if the trace does not say
 */
public record TraceRange(long startNanos, long endNanos, OptionalLong epochMicros) {
    /** Reads a trace to its end. */
    public static TraceRange of(TraceSource source) throws IOException {
        Survey survey = new Survey(false);
        source.read(survey);
        return survey.range();
    }

    /** Reads a trace until its start is known: of a recording the beginning, of other traces all. */
    public static TraceRange startOf(TraceSource source) throws IOException {
        Survey survey = new Survey(true);
        source.read(survey);
        return survey.range();
    }

    private static final class Survey implements EventConsumer {
        private final boolean startOnly;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
        private boolean recorded;
        private OptionalLong epochMicros = OptionalLong.empty();

        Survey(boolean startOnly) {
            this.startOnly = startOnly;
        }

        @Override
        public void accept(TraceEvent event) {
            Phase phase = event.phase();
            if (phase == Phase.METADATA || phase == Phase.CLOCK_SYNC) {
                return;
            }
            firstNanos = Math.min(firstNanos, event.tsNanos());
            lastNanos = Math.max(lastNanos, event.tsNanos() + event.durNanos());
            if (phase == Phase.INSTANT && !recorded && event.name().equals(TraceWords.RECORDING)) {
                Number epoch = event.args().number(TraceWords.START_EPOCH_MICROS);
                recorded = epoch != null;
                epochMicros = epoch == null ? epochMicros : OptionalLong.of(epoch.longValue());
            }
        }

        @Override
        public boolean isDone() {
            return startOnly && recorded;
        }

        TraceRange range() {
            long start = recorded || lastNanos < firstNanos ? 0 : firstNanos;
            return new TraceRange(start, Math.max(start, lastNanos), epochMicros);
        }
    }
}
