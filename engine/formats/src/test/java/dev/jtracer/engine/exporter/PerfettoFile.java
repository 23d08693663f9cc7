// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads Perfetto's format by its field numbers, without any code of the engine, and checks its rules. */
public final class PerfettoFile {
    /** The calls, by track, in the order of their begins. */
    public final List<CallRow> rows = new ArrayList<>();
    /** The arguments of each call, in the order of {@link #rows}. */
    public final List<Map<String, Object>> args = new ArrayList<>();

    final List<String> points = new ArrayList<>();
    /** The names of the events that a flow passes, by its number. */
    final Map<Long, List<String>> flows = new TreeMap<>();
    /** The tracks and times of these events. */
    public final Map<Long, List<String>> flowEnds = new TreeMap<>();

    /** The begins and ends of stalls. */
    final List<String> stalls = new ArrayList<>();

    final Map<String, Integer> ranks = new LinkedHashMap<>();
    private final Map<Long, String> tracks = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, String> categories = new HashMap<>();
    /** The category of each event that has one, by its name. */
    final Map<String, String> categoriesOfNames = new TreeMap<>();

    private final Map<Long, Deque<Integer>> open = new HashMap<>();
    private boolean cleared;
    private boolean ordersByRank;

    public PerfettoFile(byte[] file) {
        Message trace = new Message(file, 0, file.length);
        assertThat(trace.fields.keySet()).containsExactly(1);
        trace.messages(1).forEach(this::readPacket);
        open.values().forEach(calls -> assertThat(calls).isEmpty());
    }

    private void readPacket(Message packet) {
        assertThat(packet.number(10)).isEqualTo(1);
        assertThat(packet.number(13)).isEqualTo(cleared ? 2 : 1);
        cleared = true;
        for (Message interned : packet.single(12)) {
            for (Message name : interned.messages(2)) {
                assertThat(names.put(name.number(1), name.text(2))).isNull();
            }
            for (Message category : interned.messages(1)) {
                assertThat(categories.put(category.number(1), category.text(2))).isNull();
            }
        }
        packet.single(60).forEach(this::readTrack);
        for (Message event : packet.single(11)) {
            readEvent(packet.number(8), event);
        }
    }

    private void readTrack(Message track) {
        long uuid = track.number(1);
        if (uuid == 0) {
            assertThat(track.number(19)).isEqualTo(1); // ranks of processes count
            assertThat(track.number(20)).isEqualTo(1); // ranks of threads count
            ordersByRank = true;
            return;
        }
        String name = "?";
        if (track.has(4)) {
            name = track.messages(4).get(0).text(5);
            assertThat(ordersByRank).isTrue();
            ranks.put(name, (int) track.number(12));
            assertThat(tracks).containsKey(track.number(5));
        } else if (track.has(3)) {
            Message process = track.messages(3).get(0);
            name = "process " + process.number(1) + (process.has(6) ? " " + process.text(6) : "");
        } else if (track.has(8)) {
            name = track.text(2);
            assertThat(tracks.get(track.number(5))).startsWith("process");
        } else {
            name = track.text(2);
        }
        assertThat(tracks.put(uuid, name)).isNull();
    }

    private void readEvent(long ts, Message event) {
        assertThat(ts).isNotNegative();
        long uuid = event.number(11);
        String track = tracks.get(uuid);
        assertThat(track).isNotNull();
        if ("stalls of the JVM".equals(track)) {
            stalls.add(ts + (event.number(9) == 1 ? " " + event.text(23) + " " + args(event) : ""));
            return;
        }
        Deque<Integer> calls = open.computeIfAbsent(uuid, key -> new ArrayDeque<>());
        switch ((int) event.number(9)) {
            case 1 -> {
                String name = names.get(event.number(10));
                assertThat(name).isNotNull();
                if (event.has(3)) {
                    String category = categories.get(event.number(3));
                    assertThat(category).isNotNull();
                    categoriesOfNames.put(String.valueOf(name), String.valueOf(category));
                }
                Map<String, Object> args = args(event);
                this.args.add(args);
                rows.add(new CallRow(
                        String.valueOf(track),
                        calls.size(),
                        String.valueOf(name),
                        ts,
                        ts,
                        args.containsKey("threw"),
                        args.containsKey("unfinished")));
                calls.push(rows.size() - 1);
                takeFlows(event, String.valueOf(name), track + " " + ts);
            }
            case 2 -> {
                int index = calls.pop();
                CallRow row = rows.get(index);
                assertThat(ts).isGreaterThanOrEqualTo(row.start());
                rows.set(
                        index,
                        new CallRow(
                                row.thread(), row.depth(), row.name(), row.start(), ts, row.threw(), row.unfinished()));
            }
            case 3 -> {
                points.add(track + " " + ts + " " + event.text(23) + " " + args(event));
                takeFlows(event, event.text(23), track + " " + ts);
            }
            case 4 -> points.add(track + " " + ts + " = " + Double.longBitsToDouble(event.number(44)));
            default -> throw new AssertionError("type " + event.number(9));
        }
    }

    private void takeFlows(Message event, String name, String place) {
        for (Object flow : event.fields.getOrDefault(47, List.of())) {
            flowEnds.computeIfAbsent((Long) flow, key -> new ArrayList<>()).add(place);
            flows.computeIfAbsent((Long) flow, key -> new ArrayList<>()).add(name);
        }
    }

    private static Map<String, Object> args(Message event) {
        Map<String, Object> args = new TreeMap<>();
        for (Message annotation : event.messages(4)) {
            args.put(annotation.text(10), value(annotation));
        }
        return args;
    }

    private static Object value(Message annotation) {
        if (annotation.has(2)) {
            return annotation.number(2) == 1;
        }
        if (annotation.has(5)) {
            return Double.longBitsToDouble(annotation.number(5));
        }
        if (annotation.has(6)) {
            return annotation.text(6);
        }
        return annotation.number(4);
    }

    /** The fields of a message: numbers as Long, strings and messages as Message. */
    private static final class Message {
        final Map<Integer, List<Object>> fields = new TreeMap<>();
        private final byte[] bytes;
        private int at;

        Message(byte[] bytes, int start, int end) {
            this.bytes = bytes;
            this.at = start;
            while (at < end) {
                long tag = varint();
                fields.computeIfAbsent((int) (tag >>> 3), key -> new ArrayList<>())
                        .add(value((int) tag & 7));
            }
            assertThat(at).isEqualTo(end);
        }

        private Object value(int type) {
            switch (type) {
                case 0 -> {
                    return varint();
                }
                case 1 -> {
                    long value = 0;
                    for (int i = 0; i < 8; i++) {
                        value |= (bytes[at++] & 0xffL) << 8 * i;
                    }
                    return value;
                }
                case 2 -> {
                    int length = (int) varint();
                    at += length;
                    return new int[] {at - length, at};
                }
                default -> throw new AssertionError("wire type " + type);
            }
        }

        private long varint() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte part = bytes[at++];
                value |= (part & 0x7fL) << shift;
                if (part >= 0) {
                    return value;
                }
            }
        }

        boolean has(int field) {
            return fields.containsKey(field);
        }

        /** Returns the last value of a field that has one: readers of Perfetto's format ignore those before it. */
        private Object last(int field) {
            List<Object> values = fields.get(field);
            if (values == null) {
                throw new AssertionError("no field " + field + " in " + fields);
            }
            return values.get(values.size() - 1);
        }

        long number(int field) {
            return (Long) last(field);
        }

        String text(int field) {
            int[] range = (int[]) last(field);
            return new String(bytes, range[0], range[1] - range[0], StandardCharsets.UTF_8);
        }

        /** Returns the message in a field that has one, if it is there. */
        List<Message> single(int field) {
            List<Message> all = messages(field);
            return all.subList(Math.max(0, all.size() - 1), all.size());
        }

        List<Message> messages(int field) {
            return fields.getOrDefault(field, List.of()).stream()
                    .map(range -> new Message(bytes, ((int[]) range)[0], ((int[]) range)[1]))
                    .toList();
        }
    }
}
