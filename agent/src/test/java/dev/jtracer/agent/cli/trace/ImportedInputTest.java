// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImportedInputTest {
    private final List<Double> told = new ArrayList<>();

    @Test
    void progress_isToldWhileEventsAreRead() throws IOException {
        ImportReport report = new ImportedInput(new HalfRead(0.5, 20_000), told::add).read(event -> {});

        assertThat(told).isNotEmpty().hasSizeLessThan(10).containsOnly(0.5);
        assertThat(report.events()).isEqualTo(20_000);
    }

    @Test
    void progressThatNobodyKnows_isNotTold() throws IOException {
        new ImportedInput(new HalfRead(Double.NaN, 20_000), told::add).read(event -> {});

        assertThat(told).isEmpty();
    }

    @Test
    void failureWhileReading_isToldFromThoseOfWriting() {
        ImportedInput input = new ImportedInput(new HalfRead(0.5, -1), told::add);

        assertThatExceptionOfType(ImportedInput.UnreadableException.class)
                .isThrownBy(() -> input.read(event -> {}))
                .satisfies(e -> assertThat(e.getCause()).hasMessage("no more"));
    }

    private record HalfRead(double progress, long events) implements TraceSource {
        @Override
        public StringTable names() {
            return new StringTable();
        }

        @Override
        public StringTable symbols() {
            return TraceEvent.LIVE_SYMBOLS;
        }

        @Override
        public TrackTable tracks() {
            return new TrackTable();
        }

        @Override
        public ImportReport read(EventConsumer consumer) throws IOException {
            if (events < 0) {
                throw new IOException("no more");
            }
            for (long i = 0; i < events; i++) {
                consumer.accept(new TraceEvent(names(), tracks()));
            }
            return new ImportReport(events, false, Args.EMPTY, Map.of());
        }
    }
}
