// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.counter.Counters;
import dev.jtracer.engine.handler.counter.CountersHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.object.ObjectSnapshots;
import dev.jtracer.engine.handler.object.ObjectSnapshotsHandler;
import dev.jtracer.engine.handler.sample.SampleTotals;
import dev.jtracer.engine.handler.sample.SampleTotalsHandler;
import dev.jtracer.engine.handler.sample.Samples;
import dev.jtracer.engine.handler.sample.SamplesHandler;
import dev.jtracer.engine.handler.web.NetworkRequests;
import dev.jtracer.engine.handler.web.NetworkRequestsHandler;
import dev.jtracer.engine.importer.TraceImport;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counters, objects, samples and requests of real traces. Skipped without the traces, like {@link FixturesTest}. */
class RealRecordsTest {
    private static <D> D run(EventHandler<D> handler, String file) throws IOException {
        return HandlerRun.of(handler, TraceImport.open(FixturesTest.fixture(file)));
    }

    @Test
    void instanceCounters_areOnePerId() throws IOException {
        Counters counters = run(new CountersHandler(), "catapult/instance_counters.json");

        assertThat(counters.counters())
                .extracting(Counters.Counter::name)
                .containsExactly("counter[123]", "counter[b]");
        assertThat(counters.counters().get(0).series().get(0))
                .hasToString("Series[name=value, count=6, min=2.0, max=10.0, average=6.5, start=2.0, end=10.0]");
    }

    @Test
    void bazelsCounters_areNumbersInQuotes() throws IOException {
        Counters counters = run(new CountersHandler(), "bazel-java/tiny.json.gz");

        assertThat(counters.withoutNumbers()).isZero();
        assertThat(counters.counters().stream()
                        .mapToLong(counter -> counter.series().get(0).count())
                        .sum())
                .isEqualTo(122);
    }

    @ParameterizedTest
    @CsvSource({
        // file, points of the memory counter
        "lighthouse/animation.json.gz, 5",
        "lighthouse/user-flow-step0.json, 59",
        "lighthouse/user-timing.json, 36",
        "trace_engine/invalid-animation-events.json.gz, 74"
    })
    void chromesMemory_isACounter(String file, int points) throws IOException {
        Counters counters = run(new CountersHandler(), file);

        assertThat(counters.counters().stream()
                        .filter(counter -> counter.name().equals("UpdateCounters"))
                        .mapToLong(counter -> counter.series().get(0).count())
                        .sum())
                .isEqualTo(points);
    }

    @ParameterizedTest
    @CsvSource({
        // file, objects, snapshots
        "catapult/gpu_state_trace.json, 1, 1",
        "lighthouse/jumpy-cls-m90.json, 1, 13",
        "lighthouse/animation.json.gz, 221, 220"
    })
    void objects_areFollowed(String file, int objects, int snapshots) throws IOException {
        ObjectSnapshots found = run(new ObjectSnapshotsHandler(), file);

        assertThat(found.objects()).hasSize(objects);
        assertThat(found.objects().stream()
                        .mapToLong(ObjectSnapshots.TracedObject::snapshots)
                        .sum())
                .isEqualTo(snapshots);
    }

    @Test
    void profileChunks_withoutDataAreNoFailure() throws IOException {
        SampleTotals samples = run(new SampleTotalsHandler(), "speedscope/chrome141-no-arg-data.json");

        // The nodes of five samples were in the part that is lost.
        assertThat(samples.problems()).hasToString("{MISSING_DATA=2, UNKNOWN_NODE=5}");
    }

    @Test
    void chromesProfile_isWhole() throws IOException {
        Samples samples = run(new SamplesHandler(), "trace_engine/invalid-animation-events.json.gz");

        assertThat(samples.profiles()).hasSize(1);
        assertThat(samples.profiles().get(0).size()).isEqualTo(3415);
    }

    @ParameterizedTest
    @CsvSource({
        // file, address, name of the recording
        "lighthouse/jumpy-cls-m90.json, https://marsh-maddening-centipede.glitch.me/, marsh-maddening-centipede.glitch.me",
        "lighthouse/animation.json.gz, http://localhost:65178/animation.html, localhost:65178",
        "lighthouse/user-flow-step0.json, https://www.mikescerealshack.co/, mikescerealshack.co",
        "lighthouse/timespan-responsiveness-m103.json, http://localhost:8080/parent.html, localhost:8080",
        "trace_engine/invalid-animation-events.json.gz, https://www.paulirish.com/, paulirish.com"
    })
    void page_isNamed(String file, String url, String name) throws IOException {
        Meta meta = run(new MetaHandler(), file);

        assertThat(meta.page().url()).isEqualTo(url);
        assertThat(meta.recordingName()).isEqualTo(name);
    }

    @Test
    void requests_ofARealPageHaveTheirStages() throws IOException {
        NetworkRequests network = run(new NetworkRequestsHandler(), "lighthouse/jumpy-cls-m90.json");

        NetworkRequests.Request page = network.byTime().get(0);
        assertThat(page.waitingNanos()).isEqualTo(137_335_000);
        assertThat(page.encodedBytes()).isEqualTo(1775);
    }
}
