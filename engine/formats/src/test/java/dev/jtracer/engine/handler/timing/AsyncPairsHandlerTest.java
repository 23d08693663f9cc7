// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.MatchedEvents;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AsyncPairsHandlerTest {
    private static final String REQUESTS = """
            b 0x1 1 request
            b 0x2 2 request
            n 0x1 3 request
            e 0x2 4 request
            e 0x1 9 request
            b 0x3 5 upload
            X 1 5 call "dur":1
            e 0x4 6 upload
            """;

    @Test
    void beginsAndEnds_arePairedByIdAndName() throws IOException {
        MatchedEvents matched = match(REQUESTS, event -> true);

        assertThat(matched.pairs().stream().map(MatchedEvents.Pair::durNanos)).containsExactly(8_000L, 2_000L);
        assertThat(matched.unmatchedBegins()).isEqualTo(1);
        assertThat(matched.unmatchedEnds()).isEqualTo(1);
    }

    @Test
    void filter_selectsEvents() throws IOException {
        MatchedEvents matched = match(REQUESTS, event -> event.name().equals("upload"));

        assertThat(matched.pairs()).isEmpty();
        assertThat(matched.unmatchedBegins()).isEqualTo(1);
    }

    @Test
    void data_needAFinishedTrace() {
        assertThatIllegalStateException().isThrownBy(() -> new AsyncPairsHandler(event -> true).data());
    }

    private static MatchedEvents match(String lines, Predicate<TraceEvent> filter) throws IOException {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        return new TraceProcessor(
                        HandlerSet.of(() -> new AsyncPairsHandler(filter)).create())
                .parse(new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)))
                .data(AsyncPairsHandler.class);
    }
}
