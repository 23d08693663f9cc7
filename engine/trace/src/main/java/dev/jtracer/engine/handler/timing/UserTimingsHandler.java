// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.pairing.MatchedEvents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that collects the timings of programs, by DevTools' rules: measures are pairs of the category
 * {@code blink.user_timing}, marks its instants; console timings are pairs of {@code blink.console}; time stamps are
 * instants named {@code TimeStamp}.
 *
 * <p>Differences from DevTools: marks and time stamps may also be {@code i}, pairs also {@code S} and {@code F},
 * unpaired events are counted, and lines of jtracer's log are collected. As in DevTools, names of the browser's own
 * marks, such as {@code fetchStart}, are ignored in those two categories.
 *
 * <p>Keeps all timings. Other events cost one array load.
 */
public final class UserTimingsHandler extends CollectingHandler<UserTimings> implements CallRecordHandler<UserTimings> {
    private static final Set<Phase> PHASES = phasesTaken();
    private static final String USER_TIMING = "blink.user_timing";
    private static final String CONSOLE = "blink.console";

    /** Marks that browsers set for each page (Resource Timing, Navigation Timing), not the program. */
    private static final Set<String> BROWSER_MARKS = Set.of("""
            workerStart redirectStart redirectEnd fetchStart domainLookupStart domainLookupEnd connectStart
            connectEnd secureConnectionStart requestStart responseStart responseEnd navigationStart
            unloadEventStart unloadEventEnd commitNavigationEnd domLoading domInteractive
            domContentLoadedEventStart domContentLoadedEventEnd domComplete loadEventStart loadEventEnd
            """.split("\\s+"));

    private enum NameKind {
        BROWSER_MARK,
        TIME_STAMP;

        static @Nullable NameKind of(String name) {
            return BROWSER_MARKS.contains(name) ? BROWSER_MARK : name.equals("TimeStamp") ? TIME_STAMP : null;
        }
    }

    private final KnownNames<String> categories = KnownNames.of(Set.of(USER_TIMING, CONSOLE, TraceWords.LOG));
    private final KnownNames<NameKind> nameKinds = new KnownNames<>(NameKind::of);
    private final List<TraceEvent> stretches = new ArrayList<>();
    private final List<TraceEvent> marks = new ArrayList<>();
    private final List<TraceEvent> timestamps = new ArrayList<>();
    private final List<TraceEvent> logs = new ArrayList<>();

    public UserTimingsHandler() {}

    private static Set<Phase> phasesTaken() {
        Set<Phase> phases = EnumSet.of(Phase.INSTANT, Phase.INSTANT_OLD, Phase.MARK);
        phases.addAll(MatchedEvents.PHASES);
        return Collections.unmodifiableSet(phases);
    }

    @Override
    public Set<Phase> phases() {
        return PHASES;
    }

    @Override
    public void handleEvent(TraceEvent event) {
        switch (event.phase()) {
            case INSTANT, INSTANT_OLD, MARK -> takeInstant(event);
            default -> takeAsync(event);
        }
    }

    private void takeInstant(TraceEvent event) {
        String category = category(event);
        if (USER_TIMING.equals(category)) {
            if (isTheProgramsOwn(event)) {
                add(event, marks);
            }
        } else if (TraceWords.LOG.equals(category)) {
            add(event, logs);
        } else if (nameKinds.get(event.nameIndex(), context().names()) == NameKind.TIME_STAMP) {
            add(event, timestamps);
        }
    }

    private void takeAsync(TraceEvent event) {
        String category = category(event);
        if ((USER_TIMING.equals(category) || CONSOLE.equals(category)) && isTheProgramsOwn(event)) {
            add(event, stretches);
        }
    }

    /** Returns the category of an event; null for one that is not taken. */
    private @Nullable String category(TraceEvent event) {
        return categories.get(event.categoryIndex(), context().symbols());
    }

    private boolean isTheProgramsOwn(TraceEvent event) {
        return nameKinds.get(event.nameIndex(), context().names()) != NameKind.BROWSER_MARK;
    }

    private void add(TraceEvent event, List<TraceEvent> events) {
        if (context().retained().event()) {
            events.add(event.copy());
        }
    }

    @Override
    protected UserTimings result() {
        MatchedEvents matched = MatchedEvents.of(stretches);
        return new UserTimings(
                ofCategory(USER_TIMING, matched),
                inOrder(marks),
                ofCategory(CONSOLE, matched),
                inOrder(timestamps),
                inOrder(logs),
                matched.unmatchedBegins(),
                matched.unmatchedEnds());
    }

    private static List<MatchedEvents.Pair> ofCategory(String category, MatchedEvents matched) {
        return matched.pairs().stream()
                .filter(pair -> pair.begin().category().equals(category))
                .toList();
    }

    private static List<TraceEvent> inOrder(List<TraceEvent> events) {
        return events.stream()
                .sorted(Comparator.comparingLong(TraceEvent::tsNanos))
                .toList();
    }
}
