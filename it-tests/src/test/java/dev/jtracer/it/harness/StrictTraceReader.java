// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.jtracer.it.harness.StrictTrace.Call;
import dev.jtracer.it.harness.StrictTrace.Pass;
import dev.jtracer.it.harness.StrictTrace.Place;
import dev.jtracer.it.harness.StrictTrace.Row;
import dev.jtracer.it.harness.StrictTrace.Run;
import dev.jtracer.it.harness.StrictTrace.Stall;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A strict reader of Chrome JSON traces that is independent of the product's own readers. It checks that the array is
 * complete, one event starts on each line, every event has name, phase and ids, times have three decimals, every
 * begin has its end on the same row, rows nest strictly, run forward in time, and belong to one thread each.
 */
final class StrictTraceReader {
    /* The outer span of the thread counts. Perfetto and catapult draw no deeper. */
    private static final int DEEPEST = 500;
    private static final String VIRTUAL = "virtual threads";
    private static final Map<String, String> FLAGS = Map.of(
            "args.callback", "callback",
            "args.threw", "threw",
            "args.unfinished", "unfinished",
            "args.cont", "cont");
    private static final JsonFactory JSON = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Path file;
    private final boolean keepCalls;
    private final Map<Long, OpenRow> rows = new LinkedHashMap<>();
    private final Map<Long, String> threadNames = new HashMap<>();
    private final Map<String, Long> tidOfId = new HashMap<>();
    private final Set<String> rowNames = new TreeSet<>();
    private final Map<String, Long> counts = new HashMap<>();
    private final List<String> instants = new ArrayList<>();
    private final List<Pass> passes = new ArrayList<>();
    private final List<Run> runs = new ArrayList<>();
    /** The event that names the row, then the stalls. */
    private final List<Stall> stalls = new ArrayList<>();

    private @Nullable Long openStall;
    private long lastStallNanos;
    private long line;

    StrictTraceReader(Path file, boolean keepCalls) {
        this.file = file;
        this.keepCalls = keepCalls;
    }

    StrictTrace read() throws IOException {
        try (InputStream in = open();
                JsonParser json = JSON.createParser(in)) {
            check(json.nextToken() == JsonToken.START_ARRAY, "expected an array");
            while (json.nextToken() == JsonToken.START_OBJECT) {
                long eventLine = json.currentTokenLocation().getLineNr();
                check(eventLine > line, "second event on the line");
                line = eventLine;
                accept(Fields.read(json));
            }
            check(json.currentToken() == JsonToken.END_ARRAY, "expected an event or the array's end");
            check(json.nextToken() == null, "text after the array");
        }
        List<Row> finished = new ArrayList<>();
        for (OpenRow row : rows.values()) {
            check(row.open.isEmpty(), "no end for " + row.open.size() + " spans of thread '" + row.thread + "'");
            finished.add(new Row(row.thread, row.tid, Objects.requireNonNull(row.outer)));
        }
        check(openStall == null, "no end for a stall");
        List<Stall> lasting = stalls.subList(Math.min(1, stalls.size()), stalls.size());
        return new StrictTrace(finished, counts, instants, passes, runs, List.copyOf(lasting));
    }

    private InputStream open() throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private void accept(Fields event) {
        String phase = event.required("ph");
        String name = event.required("name");
        long tid = event.id("tid");
        event.id("pid");
        if ("jtracer".equals(event.optional("cat")) && !phase.equals("M")) {
            stall(event, phase, name);
            return;
        }
        switch (phase) {
            case "M" -> {
                if (name.equals("thread_name")) {
                    threadNames.put(tid, event.required("args.name"));
                }
            }
            case "b" -> begin(event, name, tid, event.nanos());
            case "e" -> end(event, name, tid, event.nanos());
            case "n" -> {
                OpenRow row = rows.get(tid);
                check(row != null && !row.open.isEmpty(), "instant '" + name + "' outside of its thread's row");
                Objects.requireNonNull(row).moveTo(event.nanos(), event);
                instants.add(name);
            }
            default -> throw problem("phase '" + phase + "' has no place in the default file");
        }
    }

    /** Checks the row of the stalls: an event that names it, then stalls one after the other. */
    private void stall(Fields event, String phase, String name) {
        check(event.id("tid") == 0 && event.required("id2.local").equals("0x0"), "a stall on a thread's row");
        check("stalls of the JVM".equals(threadNames.get(0L)), "the stalls' row has no name");
        check(name.equals(stalls.isEmpty() ? "stalls of the JVM" : "stall"), "'" + name + "' among the stalls");
        check(phase.equals(openStall == null ? "b" : "e"), "stalls overlap");
        long nanos = event.nanos();
        check(nanos >= lastStallNanos, "stalls go back in time");
        lastStallNanos = nanos;
        if (openStall == null) {
            openStall = nanos;
        } else {
            stalls.add(new Stall(openStall, nanos));
            openStall = null;
        }
    }

    private void begin(Fields event, String name, long tid, long nanos) {
        OpenRow row = rows.get(tid);
        if (row == null) {
            row = newRow(event, name, tid);
        }
        row.moveTo(nanos, event);
        check(row.outer == null, "thread '" + row.thread + "' has a second outer span '" + name + "'");
        Set<String> flags = event.flags();
        boolean outerSpan = row.open.isEmpty();
        boolean pass = event.optional("args.pass") != null;
        callback(event, name, row, pass, flags);
        if (!outerSpan && !pass && !flags.contains("cont")) {
            counts.merge(name, 1L, Long::sum);
        }
        row.open.push(new OpenCall(name, nanos, flags, pass));
        check(row.open.size() <= DEEPEST, "deeper than " + DEEPEST);
    }

    private void callback(Fields event, String name, OpenRow row, boolean pass, Set<String> flags) {
        OpenCall call = row.open.peek();
        String number = event.optional("bind_id");
        boolean arrowEnds = event.optional("flow_in") != null;
        boolean ambiguous = event.optional("args.ambiguous") != null;
        check(!(arrowEnds && ambiguous), "an arrow to a run that may be another pass's");
        check((number != null) == (pass || arrowEnds || ambiguous), "an arrow without an end or a number");
        String site = Objects.requireNonNullElse(event.optional("args.site"), "");
        check(call == null || !call.pass, "a call within a pass");
        if (pass) {
            check(number != null && event.optional("flow_out") != null && call != null, "no arrow begins at a pass");
        }
        if (!keepCalls || call == null) {
            return;
        }
        // The outer span is open, too.
        int level = row.open.size() - 1;
        if (pass) {
            String first = Objects.requireNonNullElse(event.optional("args.forward"), "");
            Place place = new Place(row.tid, event.nanos(), level - 1);
            passes.add(new Pass(row.thread, call.name, name, event.required("bind_id"), first, place, site));
        } else if (flags.contains("callback") && !flags.contains("cont")) {
            Place place = new Place(row.tid, event.nanos(), level);
            runs.add(new Run(row.thread, name, Objects.requireNonNullElse(number, ""), ambiguous, place, site));
        }
    }

    private OpenRow newRow(Fields event, String name, long tid) {
        String thread = threadNames.get(tid);
        if (thread == null) {
            throw problem("no thread_name before the first span of tid " + tid);
        }
        check(
                thread.equals(event.optional("args.thread")),
                "outer span '" + name + "' does not have the name of its thread '" + thread + "'");
        String own = thread.equals("main") ? " main" : thread;
        boolean numbered = name.matches(Pattern.quote(thread) + " \\(([2-9]|[1-9][0-9]+)\\)");
        check(
                name.equals(own) || name.equals(VIRTUAL) || numbered,
                "outer span '" + name + "' is not named like its thread '" + thread + "'");
        check(name.equals(VIRTUAL) || rowNames.add(name), "two rows '" + name + "'");
        OpenRow row = new OpenRow(name.equals(VIRTUAL) ? name : thread, tid, event);
        Long other = tidOfId.put(row.id, tid);
        check(other == null, "id '" + row.id + "' belongs to tid " + other + " too");
        rows.put(tid, row);
        return row;
    }

    private void end(Fields event, String name, long tid, long nanos) {
        OpenRow row = rows.get(tid);
        OpenCall call = row == null ? null : row.open.peek();
        if (row == null || call == null) {
            throw problem("end without a begin");
        }
        row.moveTo(nanos, event);
        check(call.name.equals(name), "ends '" + name + "' while '" + call.name + "' is open");
        row.open.pop();
        call.flags.addAll(event.flags());
        Call closed = new Call(name, call.startNanos, nanos - call.startNanos, call.flags, call.children);
        OpenCall caller = row.open.peek();
        if (caller == null) {
            row.outer = closed;
            return;
        }
        if (call.pass) {
            check(closed.durationNanos() == 0, "a pass lasts");
        } else if (keepCalls) {
            caller.children.add(closed);
        }
    }

    private void check(boolean fact, String problem) {
        if (!fact) {
            throw problem(problem);
        }
    }

    private AssertionError problem(String problem) {
        return new AssertionError(file + ", line " + line + ": " + problem);
    }

    /** The fields of one event, nested ones with a dotted name. */
    private static final class Fields {
        private final Map<String, String> values = new HashMap<>();

        static Fields read(JsonParser json) throws IOException {
            Fields fields = new Fields();
            fields.readObject(json, "");
            return fields;
        }

        private void readObject(JsonParser json, String prefix) throws IOException {
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = prefix.isEmpty() ? json.currentName() : prefix + json.currentName();
                JsonToken value = json.nextToken();
                if (value == JsonToken.START_OBJECT) {
                    readObject(json, name + ".");
                } else if (value == JsonToken.START_ARRAY) {
                    json.skipChildren();
                } else {
                    values.put(name, json.getText());
                }
            }
        }

        @Nullable
        String optional(String name) {
            return values.get(name);
        }

        String required(String name) {
            String value = values.get(name);
            if (value == null) {
                throw new AssertionError("no '" + name + "' in " + values);
            }
            return value;
        }

        long id(String name) {
            return Long.parseLong(required(name));
        }

        long nanos() {
            String micros = required("ts");
            if (!isMicros(micros)) {
                throw new AssertionError("ts '" + micros + "' is not microseconds with three decimals: " + values);
            }
            int point = micros.length() - 4;
            return Long.parseLong(micros.substring(0, point)) * 1_000 + Long.parseLong(micros.substring(point + 1));
        }

        /* Not a pattern: large traces have millions of times. */
        private static boolean isMicros(String text) {
            int point = text.length() - 4;
            if (point < 1 || text.charAt(point) != '.' || (text.charAt(0) == '0' && point > 1)) {
                return false;
            }
            for (int i = 0; i < text.length(); i++) {
                char digit = text.charAt(i);
                if (i != point && (digit < '0' || digit > '9')) {
                    return false;
                }
            }
            return true;
        }

        Set<String> flags() {
            Set<String> flags = new TreeSet<>();
            FLAGS.forEach((field, flag) -> {
                if ("true".equals(optional(field))) {
                    flags.add(flag);
                }
            });
            return flags;
        }
    }

    private static final class OpenCall {
        final String name;
        final long startNanos;
        final Set<String> flags;
        final boolean pass;
        final List<Call> children = new ArrayList<>();

        OpenCall(String name, long startNanos, Set<String> flags, boolean pass) {
            this.name = name;
            this.startNanos = startNanos;
            this.flags = flags;
            this.pass = pass;
        }
    }

    private final class OpenRow {
        final String thread;
        final long tid;
        final String pid;
        final String category;
        final String id;
        final Deque<OpenCall> open = new ArrayDeque<>();
        private long lastNanos;

        @Nullable
        Call outer;

        OpenRow(String thread, long tid, Fields first) {
            this.thread = thread;
            this.tid = tid;
            this.pid = first.required("pid");
            this.category = first.required("cat");
            this.id = first.required("id2.local");
        }

        void moveTo(long nanos, Fields event) {
            check(event.required("pid").equals(pid), "another pid on tid " + tid);
            check(event.required("cat").equals(category), "another cat on tid " + tid);
            check(event.required("id2.local").equals(id), "another id2.local on tid " + tid);
            check(nanos >= lastNanos, "thread '" + thread + "' goes back in time");
            lastNanos = nanos;
        }
    }
}
