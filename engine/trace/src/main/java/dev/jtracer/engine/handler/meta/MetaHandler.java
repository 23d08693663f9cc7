// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.pairing.CallRecords;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A handler that finds the bounds of a trace, the names of its processes and threads, the tracer's facts about the
 * recording, and Chrome's about its page.
 *
 * <p>The bounds include events of every phase with a time, unlike in DevTools' engine, where a trace of {@code b} and
 * {@code e} alone has none. As there, names that end with {@code ::UMA} do not count, because their times are not
 * those of the trace, and a trace starts at its {@code TracingStartedInBrowser}.
 */
public final class MetaHandler extends CollectingHandler<Meta> implements CallRecordHandler<Meta> {
    private final Map<Long, KnownProcess> processes = new TreeMap<>();
    private final Map<String, Args> facts = new LinkedHashMap<>();
    private final EndFacts ends = new EndFacts();
    private @Nullable Long recordedPid;
    private final PageCollector page = new PageCollector();
    private final KnownNames<String> pageEvents = KnownNames.of(PageCollector.EVENTS);
    private final KnownNames<Boolean> otherClocks = new KnownNames<>(name -> name.endsWith("::UMA") ? true : null);
    private final KnownNames<String> factCategories = KnownNames.of(Set.of(TraceWords.JTRACER));
    private long startNanos = Long.MAX_VALUE;
    private long endNanos = Long.MIN_VALUE;

    private final boolean withTimes;

    public MetaHandler() {
        this(true);
    }

    private MetaHandler(boolean withTimes) {
        this.withTimes = withTimes;
    }

    /** Returns a handler whose bounds are only those of the calls that other handlers need. */
    public static MetaHandler withoutTimes() {
        return new MetaHandler(false);
    }

    @Override
    public boolean needs(long fromNanos, long toNanos) {
        return withTimes;
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
        startNanos = Math.min(startNanos, records.firstNanos());
        endNanos = Math.max(endNanos, records.lastNanos());
    }

    private void takeTime(TraceEvent event) {
        long ts = event.tsNanos();
        startNanos = Math.min(startNanos, ts);
        endNanos = Math.max(endNanos, ts + event.durNanos());
    }

    private void takeOther(TraceEvent event) {
        int name = event.nameIndex();
        StringTable names = context().names();
        if (otherClocks.get(name, names) != null) {
            return;
        }
        takeTime(event);
        if (pageEvents.get(name, names) != null) {
            page.event(event);
        } else if (event.phase() == Phase.INSTANT
                && factCategories.get(event.categoryIndex(), context().symbols()) != null) {
            recordedPid = recordedPid == null ? Long.valueOf(event.pid()) : recordedPid;
            if (recordedPid == event.pid()) {
                facts.put(event.name(), event.args());
                if (event.name().equals(TraceWords.RECORDING_END)) {
                    ends.add(event.args());
                }
            }
        }
    }

    private void takeMetadata(TraceEvent event) {
        switch (event.name()) {
            case TraceWords.PROCESS_NAME ->
                process(event.pid()).name = event.args().textOrEmpty("name");
            case TraceWords.PROCESS_LABELS ->
                process(event.pid()).addLabels(event.args().textOrEmpty("labels"));
            case TraceWords.THREAD_NAME ->
                process(event.pid()).threadNames.put(event.tid(), event.args().textOrEmpty("name"));
            // Their values are for viewers, but they show that the process or thread exists.
            case TraceWords.PROCESS_SORT_INDEX, "process_uptime_seconds" -> process(event.pid());
            case TraceWords.THREAD_SORT_INDEX ->
                process(event.pid()).threadNames.putIfAbsent(event.tid(), "");
            default -> {}
        }
    }

    private KnownProcess process(long pid) {
        return processes.computeIfAbsent(pid, number -> new KnownProcess());
    }

    @Override
    protected Meta result() {
        TrackTable tracks = context().tracks();
        for (int i = 0; i < tracks.size(); i++) {
            Track track = tracks.get(i);
            process(track.pid())
                    .threadNames
                    .merge(track.tid(), track.name(), (known, ofTrack) -> known.isEmpty() ? ofTrack : known);
        }
        SortedMap<Long, Meta.ProcessInfo> infos = new TreeMap<>();
        processes.forEach((pid, process) -> infos.put(pid, process.info()));
        boolean bounded = startNanos <= endNanos;
        Long started = page.startedNanos();
        long start = started != null ? started : bounded ? startNanos : 0;
        long end = bounded ? Math.max(start, endNanos) : start;
        long first = infos.isEmpty() ? 0 : infos.firstKey();
        long recorded = recordedPid == null ? first : recordedPid;
        facts.replace(TraceWords.RECORDING_END, ends.sum());
        return new Meta(start, end, infos, facts, recorded, page.page(start));
    }

    private static final class KnownProcess {
        String name = "";
        final Set<String> labels = new LinkedHashSet<>();
        final SortedMap<Long, String> threadNames = new TreeMap<>();

        void addLabels(String added) {
            if (!added.isEmpty()) {
                labels.add(added);
            }
        }

        Meta.ProcessInfo info() {
            return new Meta.ProcessInfo(name, String.join(",", labels), threadNames);
        }
    }

    /** A collector of Chrome's facts about its page, by the rules of DevTools' engine. */
    private static final class PageCollector {
        /** A navigation this soon after the start is the reload with which the recording began. */
        private static final long FIRST_NAVIGATION_NANOS = 500_000_000;

        private static final String TRACING_STARTED = "TracingStartedInBrowser";

        /** Names of events with facts about the page. */
        static final Set<String> EVENTS = Set.of(TRACING_STARTED, "navigationStart");

        private record Navigation(String frame, String url, long startNanos) {}

        /** By id; the first of each counts. */
        private final Map<String, Navigation> navigations = new LinkedHashMap<>();

        private @Nullable Long startedNanos;
        private String mainFrame = "";
        private String mainFrameUrl = "";

        /** Takes one of the {@link #EVENTS}. */
        void event(TraceEvent event) {
            if (event.name().equals(TRACING_STARTED)) {
                startedNanos = event.tsNanos();
                takeFrames(event.args().object("data"));
            } else {
                takeNavigation(event);
            }
        }

        private void takeFrames(Args data) {
            if (data.asMap().get("frames") instanceof List<?> frames) {
                for (Object frame : frames) {
                    if (frame instanceof Map<?, ?> members && isMainFrame(members)) {
                        mainFrame = text(members.get("frame"));
                        mainFrameUrl = text(members.get("url"));
                        return;
                    }
                }
            }
        }

        // Chrome has used three members for this over the years; the newest that the frame has decides.
        private static boolean isMainFrame(Map<?, ?> frame) {
            Object outermost = frame.get("isOutermostMainFrame");
            Object primary = frame.get("isInPrimaryMainFrame");
            if (primary != null) {
                return Boolean.TRUE.equals(primary) && Boolean.TRUE.equals(outermost);
            }
            if (outermost != null) {
                return Boolean.TRUE.equals(outermost);
            }
            return frame.get("parent") == null && !text(frame.get("url")).isEmpty();
        }

        private void takeNavigation(TraceEvent event) {
            Args args = event.args();
            Args data = args.object("data");
            String id = data.asText("navigationId");
            String url = data.asText("documentLoaderURL");
            if (!id.isEmpty() && !url.isEmpty()) {
                navigations.putIfAbsent(id, new Navigation(args.asText("frame"), url, event.tsNanos()));
            }
        }

        /** Returns the start of the recording according to Chrome; null if the trace does not contain it. */
        @Nullable
        Long startedNanos() {
            return startedNanos;
        }

        /** Returns the page of a trace that starts at this time. */
        Page page(long startNanos) {
            // Files are not always in the order of time: a navigation may precede the event that names the main
            // frame.
            List<Navigation> inOrder = navigations.values().stream()
                    .filter(navigation -> !mainFrame.isEmpty() && navigation.frame.equals(mainFrame))
                    .sorted(Comparator.comparingLong(Navigation::startNanos))
                    .toList();
            boolean reloaded = !inOrder.isEmpty() && inOrder.get(0).startNanos - startNanos < FIRST_NAVIGATION_NANOS;
            return new Page(
                    reloaded ? inOrder.get(0).url : mainFrameUrl,
                    inOrder.stream().map(Navigation::startNanos).toList());
        }

        private static String text(@Nullable Object member) {
            return member == null ? "" : member.toString();
        }
    }
}
