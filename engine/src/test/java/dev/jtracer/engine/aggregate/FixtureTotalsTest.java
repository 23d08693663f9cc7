// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.handler.HandlerConfig;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.pairing.PairingCounts;
import dev.jtracer.engine.pairing.SpanPairing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real traces of other tools, cut into pieces. They are not part of the repository: without them these tests are skipped. */
class FixtureTotalsTest {
    private static final int PIECES = 5;

    private static Path fixture(String name) {
        for (Path dir = Path.of(System.getProperty("user.dir")).toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path file = dir.resolve("shared/fixtures").resolve(name);
            if (Files.exists(file)) {
                return file;
            }
        }
        return Assumptions.abort("no shared/fixtures/" + name + " beside this repository");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bazel-java/local-jobs-100.json.gz",
                "catapult/main_thread_has_unclosed_slices.json",
                "catapult/nestable_async.json",
                "lighthouse/animation.json.gz",
                "lighthouse/user-flow-step0.json",
                "lighthouse/user-timing.json",
                "trace_engine/invalid-animation-events.json.gz"
            })
    void pieces_giveWhatTheWholeGives(String file) throws IOException {
        ChromeTraceReader reader = ChromeTraceReader.open(fixture(file));
        List<FunctionTotalsHandler> handlers = handlers(reader);
        Map<String, long[]> expected = new TreeMap<>();
        SpanPairing pairing = new SpanPairing(span -> {
            long[] row = expected.computeIfAbsent(reader.names().get(span.nameIndex()), name -> new long[4]);
            if ((span.flags() & SpanFlags.UNFINISHED) != 0) {
                row[3]++;
            } else {
                row[0]++;
                row[1] += span.endNanos() - span.startNanos();
                row[2] += span.selfNanos();
            }
        });
        Random random = new Random(file.hashCode());
        int[] piece = {0};
        reader.read(event -> {
            pairing.accept(event);
            piece[0] += piece[0] < PIECES - 1 && random.nextInt(200) == 0 ? 1 : 0;
            FunctionTotalsHandler handler = handlers.get(piece[0]);
            if (handler.phases().contains(event.phase())) {
                handler.handleEvent(event);
            }
        });
        pairing.finish();

        FunctionStatistics merged = merge(handlers, random);

        assertThat(table(merged)).isEqualTo(table(expected));
        assertThat(merged.unmatchedBegins()).isEqualTo(pairing.counts().unmatchedBegins());
        assertThat(merged.unmatchedEnds()).isEqualTo(pairing.counts().unmatchedEnds());
    }

    private static List<FunctionTotalsHandler> handlers(ChromeTraceReader reader) {
        List<FunctionTotalsHandler> handlers = new ArrayList<>();
        for (int i = 0; i < PIECES; i++) {
            handlers.add(new FunctionTotalsHandler(i));
            handlers.get(i)
                    .initialize(new HandlerContext(
                            reader.names(),
                            reader.symbols(),
                            reader.tracks(),
                            StackFrames.NONE,
                            () -> PairingCounts.NONE,
                            HandlerConfig.DEFAULT,
                            List.of()));
        }
        return handlers;
    }

    private static FunctionStatistics merge(List<FunctionTotalsHandler> handlers, Random random)
            throws PartialFormatException {
        List<FunctionTotalsHandler> shuffled = new ArrayList<>(handlers);
        Collections.shuffle(shuffled, random);
        FunctionTotals merged = new FunctionTotals();
        for (FunctionTotalsHandler handler : shuffled) {
            handler.finish();
            merged.merge(FunctionTotals.decode(handler.data().encode()));
        }
        return merged.finish();
    }

    private static String table(FunctionStatistics statistics) {
        Map<String, long[]> rows = new TreeMap<>();
        statistics
                .rows()
                .forEach(row -> rows.put(
                        row.name(), new long[] {row.count(), row.totalNanos(), row.selfNanos(), row.unfinished()}));
        return table(rows);
    }

    private static String table(Map<String, long[]> rows) {
        StringBuilder table = new StringBuilder();
        rows.forEach((name, row) -> table.append(name)
                .append(" count %d total %d self %d unfinished %d%n".formatted(row[0], row[1], row[2], row[3])));
        return table.toString();
    }
}
