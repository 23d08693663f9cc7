// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.call.CallTrees;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.CallPaths;
import dev.jtracer.engine.model.HandlerSet;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.pairing.CallConsumer;
import dev.jtracer.engine.pairing.CallRecords;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Calls that are read in runs give each handler what their events give, one by one. */
class CallRunsTest {
    private static final int CASES = 12;
    private static final int BYTES = 700_000;
    private static final int THREADS = 3;
    private static final List<String> NAMES =
            List.of("a", "b", "c", "com.acme.Shop.order", "com.acme.Shop.pay", "Layout", "RunTask", "setTimeout");

    @Test
    void callsInRuns_giveWhatTheirEventsGive() throws IOException {
        long seed = System.nanoTime();
        for (int i = 0; i < CASES; i++) {
            Random random = new Random(seed + i);
            byte[] json = trace(random, 1 + random.nextInt(400));
            for (boolean details : new boolean[] {false, true}) {
                List<String> inRuns = results(json, true, details);
                List<String> events = results(json, false, details);
                for (int j = 0; j < events.size(); j++) {
                    assertThat(inRuns.get(j).lines())
                            .as("seed %d, case %d, details %s", seed, i, details)
                            .containsExactlyElementsOf(events.get(j).lines().toList());
                }
            }
        }
    }

    @Test
    void runs_areThePlainCallsOfOneThread() throws IOException {
        StringBuilder json = new StringBuilder("{\"traceEvents\":[\n{\"ph\":\"i\",\"ts\":0}");
        long[] expected = new long[2];
        for (int i = 0; json.length() < BYTES; i++) {
            boolean plain = i % 100 != 0;
            String args = plain ? "" : ",\"args\":{\"threw\":true}";
            expected[plain ? 0 : 1]++;
            json.append(event(i % 2 == 0 ? 'b' : 'e', i, i / 3_000 % THREADS, "a", args));
        }
        TraceSource source = reader(bytes(json), true);
        Counter counter = new Counter(source.tracks());
        source.read(counter);

        assertThat(counter.records).isEqualTo(expected[0]);
        assertThat(counter.events).isEqualTo(expected[1] + 1);
        assertThat(counter.indexes).isEqualTo(expected[0] + expected[1] + 1);
    }

    /** Counts what arrives; each event has the index after those before it. */
    private static final class Counter implements CallConsumer {
        final TrackTable tracks;
        long records;
        long events;
        long indexes;

        Counter(TrackTable tracks) {
            this.tracks = tracks;
        }

        @Override
        public boolean takesCalls() {
            return true;
        }

        @Override
        public void calls(CallRecords calls) {
            assertThat(tracks.get(calls.track()).tid()).isEqualTo(20 + calls.tsNanos(0) / 3_000_000 % THREADS);
            records += calls.size();
            indexes += calls.size();
        }

        @Override
        public void accept(TraceEvent event) {
            assertThat(event.index()).isEqualTo(indexes);
            events++;
            indexes++;
        }
    }

    /**
     * Random calls of some threads, with all that makes an event more than a record.
     *
     * @param burst number of consecutive events of a thread, about
     */
    private static byte[] trace(Random random, int burst) {
        StringBuilder json = new StringBuilder("{\"traceEvents\":[\n{\"ph\":\"i\",\"ts\":0}");
        List<Deque<String>> open = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            open.add(new ArrayDeque<>());
        }
        long micros = 1_000;
        int thread = 0;
        int pass = 0;
        while (json.length() < BYTES) {
            thread = random.nextInt(burst) == 0 ? random.nextInt(THREADS) : thread;
            micros += random.nextInt(3) == 0 ? 0 : random.nextInt(1 << random.nextInt(16));
            long at = random.nextInt(200) == 0 ? micros - random.nextInt(1_000) : micros;
            String name = NAMES.get(random.nextInt(NAMES.size()));
            Deque<String> calls = open.get(thread);
            int kind = random.nextInt(200);
            if (kind == 0) {
                json.append(event('e', at, thread, name, "")); // its begin was lost, perhaps
                calls.removeFirstOccurrence(name);
            } else if (kind == 1) {
                calls.poll(); // its end is lost
            } else if (kind == 2) {
                json.append(event('b', at, thread, name, pass(++pass)));
                json.append(event('e', at, thread, name, ""));
            } else if (kind == 3) {
                json.append(event('b', at, thread, name, run(1 + random.nextInt(pass + 2))));
                calls.push(name);
            } else if (kind == 4) {
                json.append(other(random, at, thread));
            } else if (kind < 106 && calls.size() < 40) {
                json.append(event('b', at, thread, name, extra(random)));
                calls.push(name);
            } else if (!calls.isEmpty()) {
                json.append(event('e', at, thread, calls.pop(), extra(random)));
            }
        }
        return bytes(json);
    }

    private static byte[] bytes(StringBuilder json) {
        return json.append("\n]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String event(char phase, long micros, int thread, String name, String more) {
        return ",\n{\"ph\":\"%c\",\"ts\":%d,\"pid\":1,\"tid\":%d,\"cat\":\"java\",\"id2\":{\"local\":\"0x%d\"},\"name\":\"%s\"%s}"
                .formatted(phase, micros, 20 + thread, thread, name, more);
    }

    private static String pass(int number) {
        return ",\"bind_id\":\"0x%x\",\"flow_out\":true,\"args\":{\"pass\":true}".formatted(number);
    }

    private static String run(int number) {
        return ",\"bind_id\":\"0x%x\",\"flow_in\":true,\"args\":{\"callback\":true}".formatted(number);
    }

    /** Returns members that few events have. A later member replaces an earlier one. */
    private static String extra(Random random) {
        return switch (random.nextInt(80)) {
            case 0 -> ",\"args\":{\"threw\":true}";
            case 1 -> ",\"args\":{\"arguments\":\"1, 2\"}";
            case 2 -> ",\"tts\":" + random.nextInt(1_000);
            case 3 -> ",\"tid\":99";
            case 4 -> ",\"cat\":\"java,other\"";
            case 5 -> ",\"bind_id\":\"0x77\"";
            case 6 -> ",\"bind_id\":\"0x78\",\"flow_out\":true";
            case 7 -> ",\"args\":{\"cont\":true}";
            case 8 -> ",\"args\":{\"unfinished\":true}";
            case 9 -> ",\"scope\":\"s\"";
            case 10 -> ",\"more\":1";
            case 11 -> ",\"id2\":{\"global\":\"0x1\"}";
            default -> "";
        };
    }

    private static String other(Random random, long micros, int thread) {
        String place = "\"ts\":%d,\"pid\":1,\"tid\":%d".formatted(micros, 20 + thread);
        return ",\n{" + place
                + switch (random.nextInt(6)) {
                    case 0 -> ",\"ph\":\"X\",\"dur\":300000,\"name\":\"RunTask\"}";
                    case 1 -> ",\"ph\":\"X\",\"dur\":40000,\"name\":\"Layout\"}";
                    case 2 -> ",\"ph\":\"s\",\"id\":5,\"cat\":\"java\",\"name\":\"flow\"}";
                    case 3 -> ",\"ph\":\"f\",\"id\":5,\"cat\":\"java\",\"name\":\"flow\"}";
                    case 4 -> ",\"ph\":\"i\",\"name\":\"mark\",\"cat\":\"blink.user_timing\"}";
                    default -> ",\"ph\":\"M\",\"name\":\"thread_name\",\"args\":{\"name\":\"worker\"}}";
                };
    }

    private static ChromeTraceReader reader(byte[] json, boolean prefetch) {
        return new ChromeTraceReader("runs", new ByteArrayInputStream(json), ImportLimits.DEFAULT, true, prefetch);
    }

    /** Returns the results of all handlers, each with its name. */
    private static List<String> results(byte[] json, boolean inRuns, boolean details) throws IOException {
        List<EventHandler<?>> handlers = new ArrayList<>(HandlerSet.all().create());
        if (details) {
            handlers.removeIf(handler -> handler instanceof ThreadsHandler);
            handlers.add(ThreadsHandler.withDetails());
        }
        ParsedTrace trace = new TraceProcessor(handlers).parse(reader(json, inRuns));
        List<String> results = new ArrayList<>();
        for (EventHandler<?> handler : handlers) {
            @SuppressWarnings("unchecked")
            Object data = trace.data((Class<? extends EventHandler<Object>>) handler.getClass());
            results.add(handler.getClass().getSimpleName() + " " + text(data));
        }
        Collections.sort(results);
        results.add(trace.pairing().toString());
        results.add(trace.report().toString());
        assertThat(trace.failures()).isEmpty();
        return results;
    }

    private static String text(Object data) {
        if (data instanceof CallTrees trees) {
            return text(trees);
        }
        if (data instanceof CallPaths paths) {
            StringBuilder text = new StringBuilder();
            append(paths.roots(), 0, text);
            paths.slowest().forEach(call -> text.append(call.startNanos())
                    .append(' ')
                    .append(call.arguments())
                    .append('\n'));
            return text.append(paths.dropped()).toString();
        }
        if (data instanceof Meta meta) {
            return meta.startNanos() + " " + meta.endNanos();
        }
        return data.toString().replaceAll("@[0-9a-f]+", ""); // objects of web pages, which no call changes
    }

    private static void append(List<CallPath> paths, int depth, StringBuilder text) {
        // Their order is that of the first ends, which a batch is not read in.
        for (CallPath path :
                paths.stream().sorted(Comparator.comparing(CallPath::name)).toList()) {
            text.append(depth).append(' ').append(path.name()).append(' ').append(path.calls());
            text.append(' ')
                    .append(path.unfinished())
                    .append(' ')
                    .append(path.totalNanos())
                    .append('\n');
            append(path.children(), depth + 1, text);
        }
    }

    private static String text(CallTrees trees) {
        StringBuilder text = new StringBuilder();
        for (int call = 0; call < trees.size(); call++) {
            text.append(trees.nextSibling(call))
                    .append(' ')
                    .append(trees.parent(call))
                    .append(' ')
                    .append(trees.name(call));
            text.append(' ')
                    .append(trees.categoryName(trees.categoryIndex(call)))
                    .append(' ')
                    .append(trees.startNanos(call));
            text.append(' ').append(trees.durNanos(call)).append(' ').append(trees.selfNanos(call));
            text.append(' ').append(trees.flags(call)).append(' ').append(trees.beginIndex(call));
            text.append(' ').append(trees.args(call)).append('\n');
        }
        return text.append(trees.threads()).toString();
    }
}
