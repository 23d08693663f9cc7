// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.meta.MetaHandler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A handler that finds bursts of layout shifts by the rules of DevTools' engine, except that every navigation ends a
 * burst; DevTools overlooks the first.
 */
public final class LayoutShiftsHandler extends CollectingHandler<LayoutShifts> {
    /** Longest time between two successive shifts of a burst; Chrome's value. */
    private static final long MAX_GAP_NANOS = 1_000_000_000L;
    /** Longest time between the first and the last shift of a burst; Chrome's value. */
    private static final long MAX_LENGTH_NANOS = 5_000_000_000L;

    private record Shift(long tsNanos, double delta) {}

    private final List<Shift> shifts = new ArrayList<>();
    private final KnownNames<String> shiftEvents = KnownNames.of(Set.of("LayoutShift"));
    private long afterInput;
    private long withoutData;

    public LayoutShiftsHandler() {
        super(MetaHandler.class);
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (shiftEvents.get(event.nameIndex(), context().names()) == null) {
            return;
        }
        Args data = event.args().object("data");
        Number delta = data.number("weighted_score_delta");
        if (data.flag("had_recent_input")) {
            afterInput++;
        } else if (delta == null) {
            withoutData++;
        } else if (context().retained().row()) {
            shifts.add(new Shift(event.tsNanos(), delta.doubleValue()));
        }
    }

    @Override
    protected LayoutShifts result() {
        shifts.sort(Comparator.comparingLong(Shift::tsNanos));
        NavigableSet<Long> navigations =
                new TreeSet<>(context().dataOf(MetaHandler.class).page().navigationNanos());
        List<LayoutShifts.Cluster> clusters = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= shifts.size(); i++) {
            if (i == shifts.size() || isNextBurst(shifts.get(first), shifts.get(i - 1), shifts.get(i), navigations)) {
                clusters.add(cluster(shifts.subList(first, i)));
                first = i;
            }
        }
        return new LayoutShifts(clusters, afterInput, withoutData);
    }

    /** Returns whether a shift begins a burst; at exactly the largest gap or length it belongs to the last. */
    private static boolean isNextBurst(Shift first, Shift before, Shift shift, NavigableSet<Long> navigations) {
        return shift.tsNanos - before.tsNanos > MAX_GAP_NANOS
                || shift.tsNanos - first.tsNanos > MAX_LENGTH_NANOS
                || !navigations
                        .subSet(before.tsNanos, false, shift.tsNanos, true)
                        .isEmpty();
    }

    private static LayoutShifts.Cluster cluster(List<Shift> burst) {
        double score = 0;
        double worst = burst.get(0).delta;
        for (Shift shift : burst) {
            score += shift.delta;
            worst = Math.max(worst, shift.delta);
        }
        long startNanos = burst.get(0).tsNanos;
        long lastNanos = burst.get(burst.size() - 1).tsNanos;
        return new LayoutShifts.Cluster(burst.size(), score, worst, startNanos, lastNanos - startNanos + MAX_GAP_NANOS);
    }
}
