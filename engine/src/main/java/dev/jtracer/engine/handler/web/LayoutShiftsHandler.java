// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.meta.Browser;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that finds bursts of layout shifts by the rules of DevTools' engine, except that every navigation ends a burst's
 * window; DevTools overlooks the first.
 */
public final class LayoutShiftsHandler implements EventHandler<LayoutShifts> {
    private record Shift(long eventIndex, long tsNanos, String frame, double delta) {}

    private final HandlerState state = new HandlerState(LayoutShiftsHandler.class);
    private final List<Shift> shifts = new ArrayList<>();
    private HandlerContext context = HandlerContext.NONE;
    private KnownNames<Boolean> shiftEvents = shiftEvents(new StringTable());
    private long afterInput;
    private long withoutData;
    private LayoutShifts result = LayoutShifts.EMPTY;

    /** Creates a handler. */
    public LayoutShiftsHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(MetaHandler.class);
    }

    @Override
    public void reset() {
        state.reset();
        shifts.clear();
        context = HandlerContext.NONE;
        afterInput = 0;
        withoutData = 0;
        result = LayoutShifts.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
        shiftEvents = shiftEvents(context.names());
    }

    private static KnownNames<Boolean> shiftEvents(StringTable names) {
        return new KnownNames<>(names, name -> name.equals("LayoutShift") ? true : null);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (shiftEvents.get(event.nameIndex()) == null) {
            return;
        }
        Args args = event.args();
        Args data = args.object("data");
        Number delta = data.number("weighted_score_delta");
        if (data.flag("had_recent_input")) {
            afterInput++;
        } else if (delta == null) {
            withoutData++;
        } else if (context.kept().row()) {
            String frame = args.text("frame");
            shifts.add(new Shift(event.index(), event.tsNanos(), frame == null ? "" : frame, delta.doubleValue()));
        }
    }

    @Override
    public void finish() {
        state.finish();
        shifts.sort(Comparator.comparingLong(Shift::tsNanos));
        Meta meta = context.dataOf(MetaHandler.class);
        List<Browser.Navigation> navigations = meta.browser().mainFrameNavigations();
        long[] times = shifts.stream().mapToLong(Shift::tsNanos).toArray();
        long[] breaks =
                navigations.stream().mapToLong(Browser.Navigation::startNanos).toArray();
        List<LayoutShifts.Cluster> clusters = new ArrayList<>();
        int passed = 0;
        for (SessionWindows.Window window : LayoutShifts.WINDOWS.of(times, breaks, meta.endNanos())) {
            while (passed < breaks.length && breaks[passed] <= window.startNanos()) {
                passed++;
            }
            clusters.add(cluster(window, passed == 0 ? null : navigations.get(passed - 1)));
        }
        result = score(clusters);
    }

    private LayoutShifts.Cluster cluster(SessionWindows.Window window, Browser.@Nullable Navigation followed) {
        ScoreSteps steps = new ScoreSteps(window.startNanos(), window.endNanos());
        for (Shift shift : shifts.subList(window.first(), window.last() + 1)) {
            steps.add(shift.eventIndex(), shift.tsNanos(), shift.frame(), shift.delta());
        }
        return steps.cluster(followed);
    }

    private LayoutShifts score(List<LayoutShifts.Cluster> clusters) {
        List<LayoutShifts.ScoreRecord> records = new ArrayList<>();
        double max = 0;
        int worst = 0;
        for (int i = 0; i < clusters.size(); i++) {
            LayoutShifts.Cluster cluster = clusters.get(i);
            for (LayoutShifts.LayoutShift shift : cluster.shifts()) {
                records.add(new LayoutShifts.ScoreRecord(shift.tsNanos(), shift.cumulative()));
            }
            records.add(new LayoutShifts.ScoreRecord(cluster.endNanos(), 0));
            if (worst == 0 || cluster.score() > max) {
                max = cluster.score();
                worst = i + 1;
            }
        }
        return new LayoutShifts(clusters, records, max, worst, afterInput, withoutData);
    }

    @Override
    public LayoutShifts data() {
        state.requireFinished();
        return result;
    }
}
