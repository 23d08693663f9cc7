// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.importer.TraceData;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a recording that the test makes of itself. */
class JfrImporterTest {
    private static Path directory = Path.of("");
    private static Path file = Path.of("");
    private static Instant before = Instant.EPOCH;
    private static final List<TraceEvent> events = new ArrayList<>();
    private static ImportReport report = ImportReport.NONE;

    /** An event of an application. */
    @Name("test.Order")
    @Label("Order Taken")
    private static final class Order extends Event {
        @Name("customer")
        private final String customer;

        @Name("items")
        private final int items;

        Order(String customer, int items) {
            this.customer = customer;
            this.items = items;
        }

        @Override
        public String toString() {
            return items + " for " + customer;
        }
    }

    /** An event that nobody ends. */
    @Name("test.Mark")
    private static final class Mark extends Event {}

    @BeforeAll
    static void record(@TempDir Path temporary) throws Exception {
        directory = temporary;
        file = directory.resolve("self.jfr");
        before = Instant.now();
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.JavaMonitorWait").withThreshold(Duration.ZERO);
            recording.enable("jdk.JavaExceptionThrow");
            recording.enable("jdk.GarbageCollection").withoutThreshold();
            recording.enable("jdk.GCPhasePause").withoutThreshold();
            recording.enable("jdk.GCHeapSummary");
            recording.enable("jdk.ThreadStart");
            recording.enable("jdk.ThreadEnd");
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.InitialSystemProperty");
            recording.start();
            work();
            recording.stop();
            recording.dump(file);
        }
        report = TraceImport.open(file).read(event -> events.add(event.copy()));
    }

    private static void work() throws InterruptedException {
        Thread thread = new Thread(JfrImporterTest::threadWork, "order desk");
        thread.start();
        thread.join();
        Thread waiting = new Thread(LockSupport::park, "for ever");
        waiting.start();
        LockSupport.unpark(waiting);
        waiting.join();
        System.gc();
        new Mark().commit();
    }

    private static void threadWork() {
        Order order = new Order("Ada", 3);
        order.begin();
        LockSupport.parkNanos(2_000_000);
        order.commit();
        assertThat(order).hasToString("3 for Ada");
        throwAndCatch();
        // Until the sampler, which looks every millisecond, has had some hundred chances.
        long end = System.nanoTime() + 300_000_000;
        double sum = 0;
        while (System.nanoTime() < end) {
            sum += Math.sin(sum);
        }
        assertThat(sum).isNotNaN();
    }

    private static void throwAndCatch() {
        try {
            throw new IllegalStateException("for the test");
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("for the test");
        }
    }

    private static List<TraceEvent> ofCategory(String category) {
        return events.stream()
                .filter(event -> event.category().equals(category))
                .toList();
    }

    private static long number(TraceEvent event, String argument) {
        return Objects.requireNonNull(event.args().number(argument)).longValue();
    }

    private static List<String> stack(TraceEvent event) {
        List<String> frames = new ArrayList<>();
        for (Object frame :
                (List<?>) Objects.requireNonNull(event.otherFields().asMap().get("stack"))) {
            frames.add(String.valueOf(frame));
        }
        return frames;
    }

    @Test
    void spanOfTheApplication_isComplete() {
        TraceEvent order = ofCategory("jfr.test.Order").get(0);

        assertThat(order.phase()).isEqualTo(Phase.COMPLETE);
        assertThat(order.name()).isEqualTo("Order Taken");
        assertThat(order.durNanos()).isBetween(2_000_000L, 60_000_000_000L);
        assertThat(order.args().text("customer")).isEqualTo("Ada");
        assertThat(order.args().number("items")).isEqualTo(3L);
        assertThat(stack(order)).anyMatch(frame -> frame.endsWith("JfrImporterTest.threadWork"));
        assertThat(stack(order).get(0)).isEqualTo("java.lang.Thread.run");
    }

    @Test
    void park_isASpanInItsCallerAndOnItsThread() {
        TraceEvent order = ofCategory("jfr.test.Order").get(0);
        TraceEvent park = ofCategory("jfr.ThreadPark").stream()
                .filter(event -> event.track() == order.track())
                .findFirst()
                .orElseThrow();

        assertThat(park.phase()).isEqualTo(Phase.COMPLETE);
        assertThat(park.name()).isEqualTo("Java Thread Park");
        assertThat(park.tsNanos()).isBetween(order.tsNanos(), order.tsNanos() + order.durNanos());
        assertThat(park.durNanos()).isBetween(1L, order.durNanos());
        assertThat(park.tid()).isEqualTo(order.tid());
    }

    @Test
    void timeoutForEver_isNoNumber() {
        assertThat(ofCategory("jfr.ThreadPark"))
                .anySatisfy(event -> assertThat(event.args().asMap()).containsEntry("timeout", null));
    }

    @Test
    void eventWithoutDuration_isAnInstantOrASpanOfNoLength() {
        TraceEvent mark = ofCategory("jfr.test.Mark").get(0);

        assertThat(mark.durNanos()).isZero();
    }

    @Test
    void exception_isAnInstantNamedByItsClass() {
        assertThat(ofCategory("jfr.JavaExceptionThrow"))
                .anySatisfy(event -> {
                    assertThat(event.name()).endsWith(": java.lang.IllegalStateException");
                    assertThat(event.args().text("message")).isEqualTo("for the test");
                })
                .extracting(TraceEvent::phase)
                .containsOnly(Phase.INSTANT);
    }

    @Test
    void collection_isASpanAndHeapACounter() {
        assertThat(ofCategory("jfr.GarbageCollection")).isNotEmpty().allMatch(event -> event.phase() == Phase.COMPLETE);
        assertThat(ofCategory("jfr.GCPhasePause"))
                .anyMatch(event -> event.name().startsWith("GC Phase Pause: "));
        assertThat(ofCategory("jfr.GCHeapSummary")).isNotEmpty().allSatisfy(event -> {
            assertThat(event.phase()).isEqualTo(Phase.COUNTER);
            assertThat(number(event, "heapUsed")).isPositive();
        });
    }

    @Test
    void samples_areNamedByTheInnermostFrame() {
        assertThat(ofCategory("jfr.ExecutionSample")).isNotEmpty().allSatisfy(event -> {
            assertThat(event.phase()).isEqualTo(Phase.SAMPLE);
            assertThat(stack(event)).last().isEqualTo(event.name());
        });
    }

    @Test
    void threads_haveTheirNames() throws IOException {
        Meta meta = new TraceProcessor(List.of(new MetaHandler()))
                .parse(TraceImport.open(file))
                .data(MetaHandler.class);
        TraceEvent order = ofCategory("jfr.test.Order").get(0);

        assertThat(order.pid()).isEqualTo(ProcessHandle.current().pid());
        Meta.ProcessInfo process = Objects.requireNonNull(meta.processes().get(order.pid()));
        assertThat(meta.threadName(order.pid(), order.tid())).isEqualTo("order desk");
        assertThat(process.name()).isNotEmpty().doesNotContain(" ");
        assertThat(ofCategory("jfr.ThreadStart"))
                .anyMatch(event -> "order desk".equals(event.args().text("thread")));
    }

    @Test
    void times_areSinceTheStartThatTheTraceTells() {
        TraceEvent recording = events.stream()
                .filter(event -> event.name().equals("recording"))
                .findFirst()
                .orElseThrow();
        long startMicros = number(recording, "startEpochMicros");
        long lateness = startMicros - before.toEpochMilli() * 1000;
        TraceEvent order = ofCategory("jfr.test.Order").get(0);

        assertThat(lateness).isBetween(-1_000L, 60_000_000L);
        assertThat(order.tsNanos()).isBetween(0L, 60_000_000_000L);
    }

    @Test
    void startIsNoneOfARecordingOfJtracer() throws IOException {
        assertThat(TraceImport.segment(file)).isEmpty();
        assertThat(TraceImport.recordings(List.of(file, file))).isEmpty();
    }

    @Test
    void settingsAndProperties_areDroppedAndCounted() {
        assertThat(report.count(ImportProblem.UNSUPPORTED_SECTION)).isPositive();
        assertThat(report.examples().get(ImportProblem.UNSUPPORTED_SECTION)).startsWith("jdk.");
        assertThat(events).noneMatch(event -> event.category().contains("SystemProperty"));
        assertThat(report.events()).isEqualTo(events.size());
        assertThat(report.truncated()).isFalse();
    }

    @Test
    void recordingWithinAnotherFile_isReadToo() throws IOException {
        TraceSource source = new JfrImporter()
                .open(TraceData.of("a.zip!/self.jfr", new ByteArrayInputStream(Files.readAllBytes(file))));
        List<String> names = new ArrayList<>();
        source.read(event -> names.add(event.name()));

        assertThat(names)
                .containsExactlyElementsOf(events.stream().map(TraceEvent::name).toList());
    }

    @Test
    void cutRecording_isNoSurprise() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int part = 1; part < 10; part++) {
            Path cut = Files.write(
                    directory.resolve("cut" + part + ".jfr"), Arrays.copyOf(whole, whole.length * part / 10));
            try {
                assertThat(TraceImport.open(cut).read(event -> {}).truncated()).isTrue();
            } catch (TraceSyntaxException e) {
                assertThat(e).hasMessageContaining("cut" + part + ".jfr': the recording has no complete chunk");
            }
        }
    }

    @Test
    void damagedBytes_costTheirEventsOrEndTheTrace() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            byte[] damaged = whole.clone();
            for (int i = 0; i < 20; i++) {
                damaged[100 + random.nextInt(whole.length - 100)] ^= (byte) (1 << random.nextInt(8));
            }
            Path flipped = Files.write(directory.resolve("flipped" + seed + ".jfr"), damaged);
            try {
                TraceImport.open(flipped).read(event -> {});
            } catch (TraceSyntaxException e) {
                assertThat(e).hasMessageContaining("flipped" + seed + ".jfr");
            }
        }
    }

    /** The JDK's parser throws an InternalError at it. */
    @Test
    void constantPoolWithoutElements_isAnError() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        int at = (int) bytes.getLong(16); // the position of the last checkpoint event
        for (int field = 0; field < 5; field++) {
            at = behindNumber(bytes, at); // size, type, start, duration, position of the one before
        }
        int pools = at + 1;
        bytes.put(behindNumber(bytes, behindNumber(bytes, pools)), (byte) 0);
        Path damaged = Files.write(directory.resolve("pool.jfr"), bytes.array());

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(damaged).read(event -> {}))
                .withMessageContaining("pool.jfr");
    }

    private static int behindNumber(ByteBuffer bytes, int start) {
        int at = start;
        while (bytes.get(at) < 0 && at < start + 8) {
            at++;
        }
        return at + 1;
    }

    @Test
    void headerAlone_isAnError() throws IOException {
        Path head = Files.write(directory.resolve("head.jfr"), new byte[] {'F', 'L', 'R', 0, 0, 2});

        assertThatExceptionOfType(TraceSyntaxException.class)
                .isThrownBy(() -> TraceImport.open(head).read(event -> {}))
                .withMessageContaining("ends in its header");
    }

    @Test
    void argsOfAllEvents_areOfKindsThatArgsKnow() {
        assertThat(events)
                .allSatisfy(event -> assertThat(Args.of(event.args().asMap())).isEqualTo(event.args()));
    }
}
