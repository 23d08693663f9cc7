// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventOrder;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KeptEvents;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.pairing.EventMatcher;
import dev.jtracer.engine.pairing.MatchedEvents;
import dev.jtracer.engine.pairing.SyntheticEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that collects the timings of programs, by DevTools' rules: measures are pairs of the category {@code
 * blink.user_timing}, marks its instants; console timings are pairs of {@code blink.console}; time stamps are instants named
 * {@code TimeStamp}. Of timings with the same start and duration on one custom track, the last recorded is first: a whole is
 * reported after its parts.
 *
 * <p>Differences from DevTools: marks and time stamps may also be {@code i}, pairs also {@code S} and {@code F}, unpaired
 * events are kept, and lines of jtracer's log are collected. As in DevTools, names of the browser's own marks, such as
 * {@code fetchStart}, are ignored in those two categories.
 *
 * <p>Keeps all timings. Other events cost one array load.
 */
public final class UserTimingsHandler implements CallRecordHandler<UserTimings> {
    private static final Set<Phase> PHASES = Collections.unmodifiableSet(EnumSet.of(
            Phase.ASYNC_BEGIN,
            Phase.ASYNC_INSTANT,
            Phase.ASYNC_END,
            Phase.LEGACY_ASYNC_START,
            Phase.LEGACY_ASYNC_STEP_INTO,
            Phase.LEGACY_ASYNC_STEP_PAST,
            Phase.LEGACY_ASYNC_FINISH,
            Phase.INSTANT,
            Phase.INSTANT_OLD,
            Phase.MARK,
            Phase.COMPLETE));

    /** Marks that browsers set for each page (Resource Timing, Navigation Timing), not the program. */
    private static final Set<String> BROWSER_MARKS = Set.of(
            "workerStart",
            "redirectStart",
            "redirectEnd",
            "fetchStart",
            "domainLookupStart",
            "domainLookupEnd",
            "connectStart",
            "connectEnd",
            "secureConnectionStart",
            "requestStart",
            "responseStart",
            "responseEnd",
            "navigationStart",
            "unloadEventStart",
            "unloadEventEnd",
            "commitNavigationEnd",
            "domLoading",
            "domInteractive",
            "domContentLoadedEventStart",
            "domContentLoadedEventEnd",
            "domComplete",
            "loadEventStart",
            "loadEventEnd");

    private enum CategoryKind {
        USER_TIMING,
        CONSOLE,
        LOG;

        static @Nullable CategoryKind of(String category) {
            return switch (category) {
                case "blink.user_timing" -> USER_TIMING;
                case "blink.console" -> CONSOLE;
                case "log" -> LOG;
                default -> null;
            };
        }
    }

    private enum NameKind {
        BROWSER_MARK,
        TIME_STAMP,
        MEASURE_CALL;

        static @Nullable NameKind of(String name) {
            if (BROWSER_MARKS.contains(name)) {
                return BROWSER_MARK;
            }
            return switch (name) {
                case "TimeStamp" -> TIME_STAMP;
                case "UserTiming::Measure" -> MEASURE_CALL;
                default -> null;
            };
        }
    }

    private final HandlerState state = new HandlerState(UserTimingsHandler.class);
    private KnownNames<CategoryKind> categoryKinds = categoryKinds(HandlerContext.NONE);
    private KnownNames<NameKind> nameKinds = nameKinds(HandlerContext.NONE);

    private EventMatcher stretches = new EventMatcher();
    private final List<TraceEvent> marks = new ArrayList<>();
    private final List<TraceEvent> timestamps = new ArrayList<>();
    private final List<TraceEvent> logs = new ArrayList<>();
    private final Map<Long, TraceEvent> measureCalls = new HashMap<>();
    private long ignored;
    private KeptEvents kept = HandlerContext.NONE.kept();
    private UserTimings result = UserTimings.EMPTY;

    /** Creates a handler. */
    public UserTimingsHandler() {}

    @Override
    public void reset() {
        state.reset();
        categoryKinds = categoryKinds(HandlerContext.NONE);
        nameKinds = nameKinds(HandlerContext.NONE);
        stretches = new EventMatcher();
        marks.clear();
        timestamps.clear();
        logs.clear();
        measureCalls.clear();
        ignored = 0;
        result = UserTimings.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        kept = context.kept();
        categoryKinds = categoryKinds(context);
        nameKinds = nameKinds(context);
    }

    private static KnownNames<CategoryKind> categoryKinds(HandlerContext context) {
        return new KnownNames<>(context.symbols(), CategoryKind::of);
    }

    private static KnownNames<NameKind> nameKinds(HandlerContext context) {
        return new KnownNames<>(context.names(), NameKind::of);
    }

    @Override
    public Set<Phase> phases() {
        return PHASES;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        switch (event.phase()) {
            case COMPLETE -> takeMeasureCall(event);
            case INSTANT, INSTANT_OLD, MARK -> takeInstant(event);
            default -> takeAsync(event);
        }
    }

    @Override
    public void handleCalls(CallRecords records) {
        // Their category is not that of a timing.
    }

    private void takeMeasureCall(TraceEvent event) {
        if (nameKind(event) != NameKind.MEASURE_CALL) {
            return;
        }
        Number traceId = event.args().number(UserTimings.TRACE_ID);
        if (traceId != null && kept.event()) {
            measureCalls.put(traceId.longValue(), event.copy());
        }
    }

    private void takeInstant(TraceEvent event) {
        CategoryKind kind = categoryKind(event);
        if (kind == CategoryKind.USER_TIMING) {
            takeMark(event);
        } else if (kind == CategoryKind.LOG) {
            keep(event, logs);
        } else if (nameKind(event) == NameKind.TIME_STAMP) {
            keep(event, timestamps);
        }
    }

    private void takeMark(TraceEvent event) {
        if (isTheProgramsOwn(event)) {
            keep(event, marks);
        }
    }

    private void keep(TraceEvent event, List<TraceEvent> events) {
        if (kept.event()) {
            events.add(event.copy());
        }
    }

    private void takeAsync(TraceEvent event) {
        CategoryKind kind = categoryKind(event);
        if ((kind == CategoryKind.USER_TIMING || kind == CategoryKind.CONSOLE)
                && isTheProgramsOwn(event)
                && kept.event()) {
            stretches.add(event);
        }
    }

    private boolean isTheProgramsOwn(TraceEvent event) {
        if (nameKind(event) != NameKind.BROWSER_MARK) {
            return true;
        }
        ignored++;
        return false;
    }

    private @Nullable CategoryKind categoryKind(TraceEvent event) {
        return categoryKinds.get(event.categoryIndex());
    }

    private @Nullable NameKind nameKind(TraceEvent event) {
        return nameKinds.get(event.nameIndex());
    }

    @Override
    public void finish() {
        state.finish();
        MatchedEvents matched = stretches.match();
        List<SyntheticEvent> pairs =
                ParentsFirst.sort(matched.pairs(), SyntheticEvent.BY_TIME, UserTimingsHandler::trackOfMeasure);
        marks.sort(EventOrder.BY_TIME);
        logs.sort(EventOrder.BY_TIME);
        result = new UserTimings(
                ofKind(CategoryKind.USER_TIMING, pairs),
                marks,
                ofKind(CategoryKind.CONSOLE, pairs),
                ParentsFirst.sort(timestamps, EventOrder.BY_TIME, UserTimingsHandler::trackOfTimestamp),
                logs,
                measureCalls,
                matched.unmatchedBegins(),
                matched.unmatchedEnds(),
                ignored);
    }

    private List<SyntheticEvent> ofKind(CategoryKind kind, List<SyntheticEvent> pairs) {
        return pairs.stream().filter(pair -> categoryKind(pair.begin()) == kind).toList();
    }

    private static String trackOfMeasure(SyntheticEvent measure) {
        return track(TimingDetail.of(measure.begin()).devtools());
    }

    private static String trackOfTimestamp(TraceEvent timestamp) {
        return track(timestamp.args().object("data"));
    }

    private static String track(Args place) {
        String track = place.text("track");
        return track == null ? "" : track;
    }

    @Override
    public UserTimings data() {
        state.requireFinished();
        return result;
    }
}
