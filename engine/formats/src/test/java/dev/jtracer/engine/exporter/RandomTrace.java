// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import dev.jtracer.engine.json.JsonText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A random trace as events of Chrome's format, and its calls as they were made up. */
final class RandomTrace {
    private static final List<String> NAMES = List.of(
            "com.acme.Order.place",
            "a",
            "with \"quotes\" and \\ and , and ;",
            "</script><img src=x onerror=alert(1)>",
            "=cmd|' /C calc'!A0",
            "caf\u00e9 \u65e5\u672c \ud83d\ude00",
            "line\nbreak\ttab\u2028",
            "\u001b[31m\u202e");

    private final Random random;
    private final boolean equalTimes;
    private final StringBuilder json = new StringBuilder("[\n");
    private final List<CallRow> rows = new ArrayList<>();
    private final List<Integer> unfinished = new ArrayList<>();
    private long now;
    /** The latest time on any thread. */
    private long end = Long.MIN_VALUE;

    /**
     * Makes a trace up.
     *
     * @param equalTimes whether several things may happen at one time, calls without length included
     */
    RandomTrace(long seed, boolean equalTimes) {
        this.random = new Random(seed);
        this.equalTimes = equalTimes;
        int threads = 1 + random.nextInt(4);
        long start = random.nextInt(3) == 0 ? -1_000_000 : random.nextInt(1_000_000);
        for (int thread = 1; thread <= threads; thread++) {
            now = start + random.nextInt(1000);
            addThread(thread, "worker; \"" + thread + "\" " + NAMES.get(random.nextInt(NAMES.size())));
        }
        for (int i : unfinished) {
            CallRow row = rows.get(i);
            rows.set(i, new CallRow(row.thread(), row.depth(), row.name(), row.start(), end, false, true));
        }
        json.setLength(json.length() - 2);
        json.append("\n]");
    }

    String json() {
        return json.toString();
    }

    /** The calls, thread by thread, outer ones first. */
    List<CallRow> rows() {
        return rows;
    }

    private void addThread(int thread, String name) {
        json.append("{\"ph\":\"M\",\"pid\":7,\"tid\":").append(thread);
        json.append(",\"name\":\"thread_name\",\"args\":{\"name\":")
                .append(JsonText.json(name))
                .append("}},\n");
        int calls = 1 + random.nextInt(4);
        for (int i = 0; i < calls; i++) {
            addCall(thread, name, 0);
        }
        // The recording ends in the middle of these.
        int open = random.nextInt(3);
        for (int depth = 0; depth < open; depth++) {
            unfinished.add(begin(thread, name, depth));
        }
        pass();
        addEvent('n', thread, "the last that is known", "");
        end = Math.max(end, now);
    }

    private void addCall(int thread, String threadName, int depth) {
        int index = begin(thread, threadName, depth);
        int children = depth > 6 ? 0 : random.nextInt(4) - 1;
        for (int i = 0; i < children; i++) {
            addCall(thread, threadName, depth + 1);
        }
        pass();
        boolean threw = random.nextInt(5) == 0;
        CallRow row = rows.get(index);
        rows.set(index, new CallRow(row.thread(), depth, row.name(), row.start(), now, threw, false));
        addEvent('e', thread, row.name(), threw ? ",\"args\":{\"threw\":true}" : "");
    }

    private int begin(int thread, String threadName, int depth) {
        pass();
        String name = NAMES.get(random.nextInt(NAMES.size()));
        addEvent('b', thread, name, "");
        rows.add(new CallRow(threadName, depth, name, now, now, false, false));
        return rows.size() - 1;
    }

    private void pass() {
        now += equalTimes ? random.nextInt(3) * 250L : 1 + random.nextInt(2000);
    }

    private void addEvent(char phase, int thread, String name, String more) {
        json.append("{\"ph\":\"").append(phase).append("\",\"ts\":").append(BigDecimal.valueOf(now, 3));
        json.append(",\"pid\":7,\"tid\":")
                .append(thread)
                .append(",\"cat\":\"java\",\"id2\":{\"local\":\"")
                .append(thread);
        json.append("\"},\"name\":").append(JsonText.json(name)).append(more).append("},\n");
    }
}
