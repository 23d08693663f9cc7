// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jtracer.engine.EventValues;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thread that prefetches changes nothing for the consumer: the same events, problems and failures, on the caller's
 * thread.
 */
@Timeout(60)
class PrefetchedEventsTest {
    private static final String SOURCE = "prefetched-by-its-test";

    /** Events of all kinds: with and without details, for the scanner and for the parser, of 3,000 threads. */
    private static byte[] trace(int bytes) {
        Random random = new Random(11);
        StringBuilder json = new StringBuilder("{\"traceEvents\":[\n{\"ph\":\"i\",\"ts\":0}");
        for (int i = 0; json.length() < bytes; i++) {
            json.append(",\n{\"ph\":\"X\",\"ts\":").append(i).append(".5,\"dur\":3,\"pid\":1,\"tid\":");
            json.append(random.nextInt(3_000))
                    .append(",\"name\":\"n")
                    .append(random.nextInt(5_000))
                    .append('"');
            switch (random.nextInt(6)) {
                case 0 -> json.append(",\"args\":{\"n\":").append(i).append(",\"text\":\"\\u00e4\"}");
                case 1 ->
                    json.append(",\"cname\":\"red\",\"args\":{\"n\":").append(i).append("},\"more\":[1,{}]");
                case 2 -> json.append(",\"cat\":\"a\\u00e4\",\"x\":").append(i); // left to the parser
                case 3 ->
                    json.append(",\"cat\":\"\\t\",\"args\":{\"n\":[").append(i).append("]}");
                default -> json.append(",\"id\":\"").append(i).append('"');
            }
            if (random.nextInt(2_000) == 0) {
                String text = "y".repeat(300_000);
                json.append(",\"large\":\"").append(text).append(random.nextBoolean() ? "\"" : "\\n\"");
            }
            json.append('}');
        }
        return json.append("\n],\"otherData\":{\"a\":1}}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ChromeTraceReader reader(InputStream in, boolean prefetch) {
        return new ChromeTraceReader(SOURCE, in, ImportLimits.DEFAULT, true, prefetch);
    }

    /** Returns the events, each with its track as seen by the consumer, and at last the report or the failure. */
    private static List<Object> read(InputStream in, boolean prefetch) {
        List<Object> seen = new ArrayList<>();
        ChromeTraceReader reader = reader(in, prefetch);
        Thread caller = Thread.currentThread();
        try {
            seen.add(reader.read(event -> {
                        assertThat(Thread.currentThread()).isSameAs(caller);
                        seen.add(EventValues.of(event));
                        seen.add(reader.tracks().get(event.track()));
                    })
                    .toString());
        } catch (IOException e) {
            seen.add(e.toString());
        }
        return seen;
    }

    private static void assertReadAlike(byte[] trace) {
        List<Object> prefetch = read(new ByteArrayInputStream(trace), true);
        List<Object> plain = read(new ByteArrayInputStream(trace), false);

        assertThat(prefetch.size()).isEqualTo(plain.size());
        for (int i = 0; i < plain.size(); i++) {
            if (!plain.get(i).equals(prefetch.get(i))) {
                assertThat(prefetch.get(i)).as("item %d", i).isEqualTo(plain.get(i));
            }
        }
    }

    @Test
    void events_areThoseReadOnTheCallersThread() {
        byte[] trace = trace(3_000_000);

        assertReadAlike(trace);
        assertReadAlike(Arrays.copyOf(trace, trace.length / 2));
        byte[] damaged = trace.clone();
        Arrays.fill(damaged, 1_000_000, 1_000_100, (byte) '}');
        assertReadAlike(damaged);
    }

    @Test
    void smallTrace_isReadOnTheCallersThread() throws IOException {
        InputStream in = new ByteArrayInputStream(trace(100_000));
        List<Integer> threads = new ArrayList<>();

        reader(in, true).read(event -> threads.add(readers()));

        assertThat(threads).containsOnly(0);
    }

    @Test
    void failingInput_throwsAfterItsEvents() {
        for (int bytes : new int[] {10, 1_000, 130_000, 140_000, 900_000}) {
            byte[] start = Arrays.copyOf(trace(1_000_000), bytes);

            List<Object> prefetch = read(new SequenceInputStream(new ByteArrayInputStream(start), new Failing()), true);
            List<Object> plain = read(new SequenceInputStream(new ByteArrayInputStream(start), new Failing()), false);

            assertThat(prefetch).isEqualTo(plain).last().isEqualTo("java.io.IOException: the disk is gone");
            assertThat(prefetch.size()).isGreaterThanOrEqualTo(bytes / 1_000);
            assertThat(readers()).isZero();
        }
    }

    @Test
    void failingConsumer_endsTheThread() {
        for (int last : new int[] {0, 1, 255, 256, 7_000}) {
            EventConsumer consumer = event -> {
                if (event.index() == last) {
                    throw new IllegalStateException("enough");
                }
            };

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> reader(new ByteArrayInputStream(trace(3_000_000)), true)
                            .read(consumer))
                    .withMessage("enough");
            assertThat(readers()).isZero();
        }
    }

    /** On a thread of its own: the caller of a reading that does not end cannot be interrupted. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void consumerThatFailsBeforeLargeEvents_endsTheThread() {
        String large = ",\n{\"ph\":\"i\",\"ts\":1,\"args\":{\"text\":\"" + "y".repeat(300_000) + "\"}}";
        String trace = "{\"traceEvents\":[\n{\"ph\":\"i\",\"ts\":0}" + large.repeat(10) + "]}";

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> reader(new ByteArrayInputStream(trace.getBytes(StandardCharsets.UTF_8)), true)
                        .read(event -> {
                            throw new IllegalStateException("enough");
                        }))
                .withMessage("enough");
        assertThat(readers()).isZero();
    }

    @Test
    void interruptedCaller_ends() {
        CountDownLatch stuck = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        byte[] start = Arrays.copyOf(trace(1_000_000), 900_000);
        InputStream in = new SequenceInputStream(new ByteArrayInputStream(start), new InputStream() {
            @Override
            public int read() throws IOException {
                caller.interrupt();
                try {
                    stuck.await();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
                return -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return read();
            }
        });

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> reader(in, true).read(event -> {}))
                .withMessage("interrupted while importing '" + SOURCE + "'");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(readers()).isZero();
    }

    private static int readers() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith(SOURCE))
                .count();
    }

    private static final class Failing extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("the disk is gone");
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return read();
        }
    }
}
