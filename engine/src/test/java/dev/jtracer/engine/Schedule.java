// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.chrome.write.RecordingInfo;
import dev.jtracer.engine.chrome.write.SegmentedTraceWriter;
import dev.jtracer.engine.event.NameInterner;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The history of callbacks as short text, an event a line: {@code WHAT THREAD MICROS NAME [#NUMBER] [MORE]}.
 *
 * <ul>
 *   <li>{@code FNI}, {@code FNR}: a call begins, ends; {@code FNX}: it ends by an exception
 *   <li>{@code PASS}: the callback NAME is handed to the innermost call; {@code forward=N}: handed on, first passed by N
 *   <li>{@code CBI}, {@code CBR}, {@code CBX}: a run of the callback passed by NUMBER begins, ends, ends by an exception;
 *       {@code ambiguous} as MORE of the first
 *   <li>{@code OPEN}, {@code CLOSE}: a passing that lasts, as no writer of ours makes it; live only
 * </ul>
 */
public final class Schedule {
    private record Entry(String what, int track, long nanos, int name, long number, String more) {}

    private final StringTable names = new StringTable();
    private final TrackTable tracks = new TrackTable();
    private final List<Entry> entries = new ArrayList<>();

    public Schedule(String lines) {
        NameInterner interner = new NameInterner(names);
        Map<String, Integer> threads = new LinkedHashMap<>();
        for (String line : lines.strip().split("\n")) {
            String[] column = line.strip().split(" +");
            int track = threads.computeIfAbsent(
                    column[1], name -> tracks.addThread(Track.Kind.THREAD, 1, tracks.size() + 1, name));
            long number = column.length > 4 && column[4].startsWith("#") ? Long.parseLong(column[4].substring(1)) : 0;
            String more = column.length > 5 ? column[5] : "";
            long nanos = Math.round(Double.parseDouble(column[2]) * 1000);
            entries.add(new Entry(column[0], track, nanos, interner.index(column[3]), number, more));
        }
    }

    /** Shows the events to handlers as they happen. */
    public ParsedTrace live(List<EventHandler<?>> handlers) {
        TraceProcessor processor = new TraceProcessor(handlers);
        processor.start(names, tracks);
        TraceEvent event = new TraceEvent(names, tracks);
        for (Entry entry : entries) {
            feed(processor, event, entry);
        }
        return processor.finish();
    }

    private static void feed(TraceProcessor processor, TraceEvent event, Entry entry) {
        boolean begin = entry.what.endsWith("I") || (flags(entry) & SpanFlags.PASSING) != 0;
        Phase phase = begin ? Phase.ASYNC_BEGIN : Phase.ASYNC_END;
        processor.handle(event.set(phase, entry.nanos, entry.name, entry.track, flags(entry))
                .setBindId(entry.number)
                .setForward(forward(entry)));
        if (entry.what.equals("PASS")) {
            processor.handle(event.set(Phase.ASYNC_END, entry.nanos, entry.name, entry.track, SpanFlags.NONE));
        }
    }

    private static int flags(Entry entry) {
        return switch (entry.what) {
            case "FNI", "FNR", "CBR", "CLOSE" -> SpanFlags.NONE;
            case "FNX", "CBX" -> SpanFlags.THREW;
            case "PASS", "OPEN" -> SpanFlags.PASSING | SpanFlags.FLOW_OUT;
            case "CBI" ->
                SpanFlags.CALLBACK
                        | (entry.number == 0 || entry.more.equals("ambiguous") ? 0 : SpanFlags.FLOW_IN)
                        | (entry.more.equals("ambiguous") ? SpanFlags.AMBIGUOUS : 0);
            default -> throw new IllegalArgumentException(entry.what);
        };
    }

    private static long forward(Entry entry) {
        return entry.more.startsWith("forward=") ? Long.parseLong(entry.more.substring("forward=".length())) : 0;
    }

    /** Writes the events to one file and shows that to handlers. */
    public ParsedTrace throughAFile(List<EventHandler<?>> handlers) throws IOException {
        return new TraceProcessor(handlers)
                .parse(new ChromeTraceReader("schedule.json", new ByteArrayInputStream(file())));
    }

    /** The events as the writer writes them. */
    public byte[] file() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        SegmentedTraceWriter writer = new SegmentedTraceWriter(
                part -> file, names, tracks, new RecordingInfo(1, "app", List.of(), Map.of()), TraceLimits.DEFAULT);
        for (Entry entry : entries) {
            switch (entry.what) {
                case "FNI" -> writer.enter(entry.track, entry.name, entry.nanos);
                case "PASS" -> writer.pass(entry.track, entry.name, entry.nanos, entry.number, forward(entry));
                case "CBI" -> {
                    boolean ambiguous = entry.more.equals("ambiguous");
                    writer.enterRun(entry.track, entry.name, entry.nanos, entry.number, ambiguous);
                }
                default -> writer.exit(entry.track, entry.name, entry.nanos, entry.what.endsWith("X"));
            }
        }
        writer.finish(0, Map.of());
        return file.toByteArray();
    }
}
