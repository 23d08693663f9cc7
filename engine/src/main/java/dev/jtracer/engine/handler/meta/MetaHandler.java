// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.NumericArgument;
import dev.jtracer.engine.pairing.CallRecords;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A handler that finds the bounds of a trace, the names of its processes and threads, the tracer's facts about the
 * recording, and Chrome's about its pages.
 *
 * <p>The bounds include events of every phase with a time, unlike in DevTools' engine, where a trace of {@code b} and {@code
 * e} alone has none. As there, names that end with {@code ::UMA} do not count, because their times are not those of the
 * trace, and a trace starts at its {@code TracingStartedInBrowser}.
 */
public final class MetaHandler implements CallRecordHandler<Meta> {

    private final HandlerState state = new HandlerState(MetaHandler.class);
    private final Map<Long, KnownProcess> processes = new TreeMap<>();
    private final Map<String, Args> facts = new LinkedHashMap<>();
    private @Nullable Long recordedPid;
    private final SortedMap<String, Long> unknownNames = new TreeMap<>();
    private BrowserCollector browser = new BrowserCollector();
    private KnownNames<BrowserCollector.Kind> browserEvents = browserEvents(new StringTable());
    private KnownNames<Boolean> otherClocks = otherClocks(new StringTable());
    private KnownNames<Boolean> factCategories = factCategories(new StringTable());
    private TrackTable tracks = new TrackTable();
    private int cpus;
    private long events;
    private long startNanos;
    private long endNanos;
    private @Nullable Meta result;

    /** Creates a handler. */
    public MetaHandler() {
        clear();
    }

    @Override
    public void reset() {
        state.reset();
        clear();
    }

    private void clear() {
        processes.clear();
        facts.clear();
        recordedPid = null;
        unknownNames.clear();
        browser = new BrowserCollector();
        tracks = new TrackTable();
        cpus = 0;
        events = 0;
        startNanos = Long.MAX_VALUE;
        endNanos = Long.MIN_VALUE;
        result = null;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        tracks = context.tracks();
        browserEvents = browserEvents(context.names());
        otherClocks = otherClocks(context.names());
        factCategories = factCategories(context.symbols());
    }

    private static KnownNames<BrowserCollector.Kind> browserEvents(StringTable names) {
        return new KnownNames<>(names, BrowserCollector.Kind::of);
    }

    private static KnownNames<Boolean> otherClocks(StringTable names) {
        return new KnownNames<>(names, name -> name.endsWith("::UMA") ? true : null);
    }

    private static KnownNames<Boolean> factCategories(StringTable symbols) {
        return new KnownNames<>(symbols, category -> category.equals(TraceWords.JTRACER) ? true : null);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        switch (event.phase()) {
            case METADATA -> takeMetadata(event);
            // Nearly all events of a recording are calls, whose names carry no facts.
            case ASYNC_BEGIN, ASYNC_END, DURATION_BEGIN, DURATION_END -> takeTime(event);
            default -> takeOther(event);
        }
    }

    @Override
    public void handleCalls(CallRecords records) {
        events += records.size();
        startNanos = Math.min(startNanos, records.firstNanos());
        endNanos = Math.max(endNanos, records.lastNanos());
    }

    private void takeTime(TraceEvent event) {
        long ts = event.tsNanos();
        events++;
        startNanos = Math.min(startNanos, ts);
        endNanos = Math.max(endNanos, ts + event.durNanos());
    }

    private void takeOther(TraceEvent event) {
        int name = event.nameIndex();
        if (otherClocks.get(name) != null) {
            events++;
            return;
        }
        takeTime(event);
        BrowserCollector.Kind kind = browserEvents.get(name);
        if (kind != null) {
            browser.event(kind, event);
        } else if (event.phase() == Phase.INSTANT && factCategories.get(event.categoryIndex()) != null) {
            recordedPid = recordedPid == null ? Long.valueOf(event.pid()) : recordedPid;
            if (recordedPid == event.pid()) {
                facts.put(event.name(), event.args());
            }
        }
    }

    private void takeMetadata(TraceEvent event) {
        switch (event.name()) {
            case TraceWords.PROCESS_NAME -> {
                String name = text(event, "name");
                process(event).name = name;
                browser.processName(event.pid(), name);
            }
            case TraceWords.PROCESS_LABELS -> process(event).addLabels(text(event, "labels"));
            case TraceWords.PROCESS_SORT_INDEX -> process(event).sortIndex = (long) number(event, "sort_index");
            case "process_uptime_seconds" -> process(event).uptimeSeconds = number(event, "uptime");
            case TraceWords.THREAD_NAME -> {
                String name = text(event, "name");
                thread(event).name = name;
                browser.threadName(event.tid(), name);
            }
            case TraceWords.THREAD_SORT_INDEX -> thread(event).sortIndex = (long) number(event, "sort_index");
            case "num_cpus" -> cpus = Math.max(cpus, (int) number(event, "number"));
            case "stackFrames", "typeNames", "TraceConfig" -> {} // not used by any handler
            default -> unknownNames.merge(event.name(), 1L, Long::sum);
        }
    }

    private static String text(TraceEvent event, String argument) {
        String text = event.args().text(argument);
        return text == null ? "" : text;
    }

    private static double number(TraceEvent event, String argument) {
        Double number = NumericArgument.of(event.args().asMap().get(argument));
        return number == null ? 0 : number;
    }

    private KnownProcess process(TraceEvent event) {
        return process(event.pid());
    }

    private KnownProcess process(long pid) {
        return processes.computeIfAbsent(pid, number -> new KnownProcess());
    }

    private KnownThread thread(TraceEvent event) {
        return process(event).thread(event.tid());
    }

    @Override
    public void finish() {
        state.finish();
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            KnownThread thread = process(track.pid()).thread(track.tid());
            thread.name = thread.name.isEmpty() ? track.name() : thread.name;
        }
        result = meta();
    }

    @Override
    public Meta data() {
        state.requireFinished();
        return Objects.requireNonNull(result);
    }

    private Meta meta() {
        SortedMap<Long, Meta.ProcessInfo> infos = new TreeMap<>();
        processes.forEach((pid, process) -> infos.put(pid, process.info()));
        boolean bounded = startNanos <= endNanos;
        Long started = browser.startedNanos();
        long start = started != null ? started : bounded ? startNanos : 0;
        long end = bounded ? Math.max(start, endNanos) : start;
        long first = infos.isEmpty() ? 0 : infos.firstKey();
        long recorded = recordedPid == null ? first : recordedPid;
        return new Meta(events, start, end, infos, facts, recorded, cpus, browser.browser(start), unknownNames);
    }

    private static final class KnownProcess {
        String name = "";
        final Set<String> labels = new LinkedHashSet<>();
        long sortIndex;
        double uptimeSeconds;
        final SortedMap<Long, KnownThread> threads = new TreeMap<>();

        void addLabels(String added) {
            if (!added.isEmpty()) {
                labels.add(added);
            }
        }

        KnownThread thread(long tid) {
            return threads.computeIfAbsent(tid, number -> new KnownThread());
        }

        Meta.ProcessInfo info() {
            SortedMap<Long, Meta.ThreadInfo> infos = new TreeMap<>();
            threads.forEach((tid, thread) -> infos.put(tid, new Meta.ThreadInfo(thread.name, thread.sortIndex)));
            return new Meta.ProcessInfo(name, String.join(",", labels), sortIndex, uptimeSeconds, infos);
        }
    }

    private static final class KnownThread {
        String name = "";
        long sortIndex;
    }
}
