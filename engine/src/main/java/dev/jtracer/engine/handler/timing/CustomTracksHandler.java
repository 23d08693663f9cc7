// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.pairing.SyntheticEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A handler that builds the tracks that a program defines itself, by DevTools' rules for extensions: measures and marks
 * whose {@code detail} has a member {@code devtools} with a {@code track}, or with the {@code dataType} {@code marker}; and
 * console time stamps with a {@code track}, whose {@code start} and {@code end} are times in microseconds or labels of time
 * stamps before them.
 *
 * <p>Differences from DevTools: an entry that partly overlaps another is kept as its sibling; omitted entries are counted.
 */
public final class CustomTracksHandler implements EventHandler<CustomTracks> {
    private static final String MARKER = "marker";
    private static final String TRACK_ENTRY = "track-entry";

    private final HandlerState state = new HandlerState(CustomTracksHandler.class);
    private HandlerContext context = HandlerContext.NONE;
    private CustomTracks result = CustomTracks.EMPTY;

    /** Creates a handler. */
    public CustomTracksHandler() {}

    @Override
    public void reset() {
        state.reset();
        context = HandlerContext.NONE;
        result = CustomTracks.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        this.context = context;
    }

    /** Returns no phases: it uses the data of another handler. */
    @Override
    public Set<Phase> phases() {
        return Set.of();
    }

    @Override
    public void handleEvent(TraceEvent event) {}

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return Set.of(UserTimingsHandler.class);
    }

    @Override
    public void finish() {
        state.finish();
        UserTimings timings = context.dataOf(UserTimingsHandler.class);
        CustomTracksBuilder tracks = new CustomTracksBuilder();
        for (SyntheticEvent measure : timings.measures()) {
            take(measure.begin(), measure.durNanos(), tracks);
        }
        for (TraceEvent mark : timings.marks()) {
            take(mark, 0, tracks);
        }
        new ConsoleStretches(tracks).take(timings.timestamps());
        result = tracks.build();
    }

    private static void take(TraceEvent source, long durNanos, CustomTracksBuilder tracks) {
        TimingDetail detail = TimingDetail.of(source);
        Args place = detail.devtools();
        if (place.isEmpty()) {
            return;
        }
        String dataType = text(place, "dataType");
        CustomTracks.Entry entry = new CustomTracks.Entry(
                source.name(),
                source.tsNanos(),
                durNanos,
                text(place, "color"),
                text(place, "tooltipText"),
                properties(place),
                detail.others(),
                source);
        if (dataType.equals(MARKER)) {
            tracks.addMarker(entry);
        } else if (dataType.isEmpty() || dataType.equals(TRACK_ENTRY)) {
            tracks.addEntry(text(place, "trackGroup"), text(place, "track"), entry);
        } else {
            tracks.leaveOut();
        }
    }

    private static List<CustomTracks.Property> properties(Args place) {
        List<CustomTracks.Property> properties = new ArrayList<>();
        if (place.asMap().get("properties") instanceof List<?> pairs) {
            for (Object pair : pairs) {
                if (pair instanceof List<?> sides && sides.size() == 2) {
                    properties.add(
                            new CustomTracks.Property(String.valueOf(sides.get(0)), String.valueOf(sides.get(1))));
                }
            }
        }
        return properties;
    }

    private static String text(Args place, String member) {
        String text = place.text(member);
        return text == null ? "" : text;
    }

    @Override
    public CustomTracks data() {
        state.requireFinished();
        return result;
    }
}
