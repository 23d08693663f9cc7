// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A handler that collects samples, from profiles of V8 and events of the phase {@code P}, in a tree of each thread's stacks.
 */
public final class SamplesHandler implements EventHandler<Samples> {
    private record SampledThread(ThreadKey key, String kind) {}

    private final HandlerState state = new HandlerState(SamplesHandler.class);
    private final Map<SampledThread, EventSamples> threads = new LinkedHashMap<>();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    private V8Profiles profiles = new V8Profiles(new StringTable(), problems);
    private StackFrames stackFrames = StackFrames.NONE;
    private Samples result = Samples.EMPTY;

    /** Creates a handler. */
    public SamplesHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.SAMPLE, Phase.COMPLETE, Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void reset() {
        state.reset();
        clear();
        problems.clear();
        result = Samples.EMPTY;
    }

    private void clear() {
        profiles = new V8Profiles(new StringTable(), problems);
        threads.clear();
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        profiles = new V8Profiles(context.names(), problems);
        stackFrames = context.stackFrames();
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (!profiles.take(event) && event.phase() == Phase.SAMPLE) {
            SampledThread thread = new SampledThread(new ThreadKey(event.pid(), event.tid()), event.category());
            threads.computeIfAbsent(thread, key -> new EventSamples(key.key.pid(), key.key.tid(), key.kind))
                    .add(event);
        }
    }

    @Override
    public void finish() {
        state.finish();
        List<Profile> all = new ArrayList<>(profiles.profiles());
        threads.values().forEach(samples -> all.add(samples.profile(this::frames, problems)));
        clear();
        result = new Samples(all, problems);
    }

    private List<SampleTree.Frame> frames(String id) {
        return SampleTree.Frame.of(stackFrames, id);
    }

    @Override
    public Samples data() {
        state.requireFinished();
        return result;
    }
}
