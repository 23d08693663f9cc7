// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.collapsed;

import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.importer.BuiltSource;
import dev.jtracer.engine.importer.EventBuilder;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.TraceData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An importer of the collapsed stacks of async-profiler and flame graph tools: {@code outer;inner;innermost 12}. They
 * have no signature, so this importer is tried last, and all lines at the beginning must have this form.
 */
public final class CollapsedImporter implements FormatImporter {
    private static final List<String> ENDINGS = List.of(".collapsed", ".folded", ".stacks");
    private static final int SAMPLE_LINES = 20;

    @Override
    public String name() {
        return "collapsed stacks";
    }

    @Override
    public int priority() {
        return 10;
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        String text = data.text();
        boolean stacks = ENDINGS.stream().anyMatch(data::nameEndsWith);
        boolean wholeFile = data.head().length < TraceData.HEAD_BYTES;
        int lines = 0;
        for (int start = 0; start < text.length() && lines < SAMPLE_LINES; lines++) {
            int end = text.indexOf('\n', start);
            if (end < 0 && !wholeFile) {
                break; // the line continues after the head
            }
            String line = text.substring(start, end < 0 ? text.length() : end).strip();
            start = end < 0 ? text.length() : end + 1;
            if (!line.isEmpty() && (line.indexOf('\0') >= 0 || StackLine.parse(line) == null)) {
                return false;
            }
            stacks |= line.indexOf(StackLine.SEPARATOR) > 0;
        }
        return stacks && lines > 0;
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        return new CollapsedReader(data.name(), data.stream(), data.limits());
    }

    /**
     * A reader of collapsed stacks as successive calls. A count is a duration: one is a microsecond, the unit of
     * times in this format; if samples were counted, microseconds denote samples. Frames that a line shares with the
     * previous line are one call, so totals and self times are exact, while the number of calls is that of changes
     * between lines.
     *
     * <p>An outermost frame {@code [NAME tid=NUMBER]}, in async-profiler's form, is a thread; all other stacks are on
     * one track. Reads as a stream; memory grows with the different frames and threads up to {@link ImportLimits}.
     */
    static final class CollapsedReader extends BuiltSource<EventBuilder> {
        private static final Pattern THREAD_FRAME = Pattern.compile("\\[(.*?) ?tid=(\\d{1,18})]");
        private static final int MAX_LINE_CHARS = 1 << 20;
        private static final long PROCESS = 1;

        private final String source;
        private final InputStream in;
        private final Map<Integer, OpenStack> stacksByTrack = new LinkedHashMap<>();
        private final int category;
        private long lines;

        CollapsedReader(String source, InputStream in, ImportLimits limits) {
            super(new EventBuilder(limits));
            this.source = source;
            this.in = in;
            this.category = feed.symbol("stack");
        }

        @Override
        public ImportReport read(EventConsumer consumer) throws IOException {
            feed.deliverTo(consumer);
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = nextLine(reader); line != null && !consumer.isDone(); line = nextLine(reader)) {
                    lines++;
                    take(line.strip());
                }
            }
            stacksByTrack.values().forEach(thread -> thread.closeTo(0));
            return feed.report(false);
        }

        /** Returns the next line, cut at a maximum length; null at the end. */
        private static @Nullable String nextLine(BufferedReader reader) throws IOException {
            StringBuilder line = new StringBuilder();
            int next = reader.read();
            if (next < 0) {
                return null;
            }
            for (; next >= 0 && next != '\n'; next = reader.read()) {
                if (line.length() < MAX_LINE_CHARS) {
                    line.append((char) next);
                }
            }
            return line.length() > 0 && line.charAt(0) == '\uFEFF' ? line.substring(1) : line.toString();
        }

        private void take(String text) {
            if (text.isEmpty()) {
                return;
            }
            StackLine line = StackLine.parse(text);
            if (line == null) {
                feed.problems().add(ImportProblem.BAD_LINE, source + " line " + lines + ": '" + text + "'");
                return;
            }
            String stack = line.stack();
            int end = frameEnd(stack, 0);
            Matcher root = THREAD_FRAME.matcher(stack).region(0, end);
            boolean threaded = root.matches();
            OpenStack thread = threaded ? thread(Long.parseLong(root.group(2)), root.group(1)) : thread(1, "stacks");
            if (!thread.take(stack, threaded ? end + 1 : 0, line.nanos())) {
                feed.problems()
                        .add(ImportProblem.BAD_LINE, source + " line " + lines + ": the times add up to too much");
            }
        }

        private OpenStack thread(long tid, String name) {
            int track = feed.tracks().thread(PROCESS, tid);
            OpenStack known = stacksByTrack.get(track);
            if (known != null) {
                return known;
            }
            if (!feed.tracks().isOther(track)) {
                feed.tracks().rename(track, name);
            }
            feed.deliverMetadata(
                    track,
                    TraceWords.THREAD_NAME,
                    Map.of("name", feed.tracks().get(track).name()));
            OpenStack thread = new OpenStack(track);
            stacksByTrack.put(track, thread);
            return thread;
        }

        private static int frameEnd(String stack, int start) {
            int separator = stack.indexOf(StackLine.SEPARATOR, start);
            return separator < 0 ? stack.length() : separator;
        }

        /** The open calls of a thread. */
        private final class OpenStack {
            private final int track;
            private long nowNanos;
            private int[] frames = new int[64];
            private int depth;

            OpenStack(int track) {
                this.track = track;
            }

            /** Changes to a stack and stays there for a duration. Returns false if the time would overflow. */
            boolean take(String stack, int from, long nanos) {
                if (nowNanos + nanos < 0) {
                    return false;
                }
                int level = 0;
                for (int start = from; start < stack.length(); level++) {
                    int end = frameEnd(stack, start);
                    enter(level, feed.name(stack.substring(start, end).strip()));
                    start = end + 1;
                }
                closeTo(level);
                nowNanos += nanos;
                return true;
            }

            private void enter(int level, int name) {
                if (level < depth && frames[level] == name) {
                    return;
                }
                closeTo(level);
                if (depth == frames.length) {
                    frames = Arrays.copyOf(frames, depth * 2);
                }
                frames[depth++] = name;
                feed.deliver(feed.event(Phase.DURATION_BEGIN, nowNanos, track, name, category));
            }

            void closeTo(int level) {
                while (depth > level) {
                    depth--;
                    feed.deliver(feed.event(Phase.DURATION_END, nowNanos, track, frames[depth], category));
                }
            }
        }
    }

    /**
     * A line: frames from the outermost, and their count.
     *
     * @param stack the frames with separators between them
     * @param nanos the count as a duration
     */
    private record StackLine(String stack, long nanos) {
        static final char SEPARATOR = ';';

        private static final int MAX_COUNT_CHARS = 30;
        private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
        private static final BigDecimal NANOS_PER_COUNT = BigDecimal.valueOf(1000);
        private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

        /** Parses a line; returns null if it is none. A count may have decimals, because some tools write times. */
        static @Nullable StackLine parse(String line) {
            int space = line.lastIndexOf(' ');
            String count = line.substring(space + 1);
            if (space < 1
                    || count.length() > MAX_COUNT_CHARS
                    || !NUMBER.matcher(count).matches()) {
                return null;
            }
            BigDecimal nanos = new BigDecimal(count).multiply(NANOS_PER_COUNT).setScale(0, RoundingMode.HALF_UP);
            return nanos.compareTo(MOST) > 0
                    ? null
                    : new StackLine(line.substring(0, space).strip(), nanos.longValue());
        }
    }
}
