// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A random trace in one of the forms that Chrome's format has for calls, and a model of what is left of it in a
 * window, which knows the calls as intervals and nothing of events.
 */
final class RandomCalls {
    /** The forms of a call. */
    enum Form {
        ASYNC,
        DURATION,
        COMPLETE
    }

    private final Random random;
    private final Form form;
    private final StringBuilder json = new StringBuilder("[\n");
    private final List<Interval> intervals = new ArrayList<>();
    private final boolean equalTimes;
    private long now;
    private long latest;

    private record Interval(long thread, int depth, String name, long start, long end, boolean threw, boolean open) {}

    RandomCalls(long seed, Form form) {
        this.random = new Random(seed);
        this.form = form;
        this.equalTimes = form == Form.ASYNC && random.nextBoolean();
        json.append(
                "{\"ph\":\"i\",\"s\":\"p\",\"ts\":0.000,\"pid\":7,\"tid\":0,\"cat\":\"jtracer\",\"name\":\"recording\","
                        + "\"args\":{\"startEpochMicros\":1000000}},\n");
        int threads = 1 + random.nextInt(4);
        for (int thread = 1; thread <= threads; thread++) {
            now = random.nextInt(2_000);
            addThread(thread);
            latest = Math.max(latest, now);
        }
        json.setLength(json.length() - 2);
        json.append("\n]");
    }

    TraceSource source() throws IOException {
        return new ChromeTraceReader(
                "random.json", new ByteArrayInputStream(json.toString().getBytes(StandardCharsets.UTF_8)));
    }

    String json() {
        return json.toString();
    }

    long latest() {
        return latest;
    }

    /** Returns the calls that begin in the window, and what the window has of those that began before it. */
    List<CutCall> expected(CutWindow window) {
        return expected(window, CutWindow.OPEN_START);
    }

    /**
     * Returns the same for a file in the tracer's layout.
     *
     * @param lastCut the last time at which calls were cut: those without an end go on at least until then
     */
    List<CutCall> expectedInFile(CutWindow window, long lastCut) {
        return expected(window, lastCut);
    }

    private List<CutCall> expected(CutWindow window, long lastCut) {
        List<CutCall> calls = new ArrayList<>();
        for (Interval call : intervals) {
            // Calls of ids last to the end of the recording, those of threads to the last event of their thread.
            long openEnd = form == Form.ASYNC ? latest : call.end;
            boolean endless = call.open && window.toNanos() <= latest;
            long end = endless ? Long.MAX_VALUE : call.open ? Math.max(openEnd, lastCut) : call.end;
            boolean begins = window.fromNanos() <= call.start && call.start < window.toNanos();
            boolean goesOn = call.start < window.fromNanos()
                    && (end > window.fromNanos() || (call.open && window.fromNanos() <= latest));
            if (begins || goesOn) {
                long from = Math.max(call.start, window.fromNanos());
                long to = Math.max(from, Math.min(end, window.toNanos()));
                boolean cutAtEnd = end > window.toNanos();
                calls.add(new CutCall(
                        call.thread, call.depth, call.name, from, to, call.threw && !cutAtEnd, call.open || cutAtEnd));
            }
        }
        return calls;
    }

    private void addThread(int thread) {
        int calls = 1 + random.nextInt(4);
        for (int i = 0; i < calls; i++) {
            addCall(thread, 0);
        }
        if (form == Form.COMPLETE) {
            return;
        }
        int open = random.nextInt(4);
        int first = intervals.size();
        for (int depth = 0; depth < open; depth++) {
            begin(thread, depth);
        }
        for (int i = first; i < intervals.size(); i++) {
            Interval call = intervals.get(i);
            intervals.set(i, new Interval(thread, call.depth, call.name, call.start, now, false, true));
        }
    }

    private void addCall(int thread, int depth) {
        int index = begin(thread, depth);
        int children = depth > 6 ? 0 : random.nextInt(4) - 1;
        for (int i = 0; i < children; i++) {
            addCall(thread, depth + 1);
        }
        pass();
        boolean threw = form == Form.ASYNC && random.nextInt(5) == 0;
        Interval call = intervals.get(index);
        intervals.set(index, new Interval(thread, depth, call.name, call.start, now, threw, false));
        switch (form) {
            case ASYNC -> event('e', now, thread, call.name, threw ? ",\"args\":{\"threw\":true}" : "");
            case DURATION -> event('E', now, thread, call.name, "");
            case COMPLETE ->
                event('X', call.start, thread, call.name, ",\"dur\":" + BigDecimal.valueOf(now - call.start, 3));
        }
    }

    private int begin(int thread, int depth) {
        pass();
        String name = "m" + random.nextInt(5);
        if (form != Form.COMPLETE) {
            event(form == Form.ASYNC ? 'b' : 'B', now, thread, name, "");
        }
        intervals.add(new Interval(thread, depth, name, now, now, false, false));
        return intervals.size() - 1;
    }

    private void pass() {
        now += equalTimes ? random.nextInt(3) * 250L : 1 + random.nextInt(2_000);
    }

    private void event(char phase, long ts, int thread, String name, String more) {
        String id = form == Form.ASYNC ? ",\"cat\":\"java\",\"id2\":{\"local\":\"" + thread + "\"}" : ",\"cat\":\"c\"";
        json.append(String.format(
                Locale.ROOT,
                "{\"ph\":\"%s\",\"ts\":%s,\"pid\":7,\"tid\":%d%s,\"name\":\"%s\"%s},%n",
                phase,
                BigDecimal.valueOf(ts, 3),
                thread,
                id,
                name,
                more));
    }
}
