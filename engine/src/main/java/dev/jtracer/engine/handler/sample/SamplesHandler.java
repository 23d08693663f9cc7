// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StackFrames;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A handler that collects samples, from profiles of V8 and events of the phase {@code P}, in a tree of each thread's stacks.
 */
public final class SamplesHandler implements EventHandler<Samples> {
    private enum Kind {
        PROFILE,
        PROFILE_CHUNK,
        CPU_PROFILE;

        static @Nullable Kind of(String name) {
            return switch (name) {
                case "Profile" -> PROFILE;
                case "ProfileChunk" -> PROFILE_CHUNK;
                case "CpuProfile" -> CPU_PROFILE;
                default -> null;
            };
        }
    }

    private record ProfileKey(long pid, String id) implements Comparable<ProfileKey> {
        @Override
        public int compareTo(ProfileKey other) {
            return pid != other.pid ? Long.compare(pid, other.pid) : id.compareTo(other.id);
        }
    }

    private final HandlerState state = new HandlerState(SamplesHandler.class);
    private final Map<ProfileKey, V8Profile> streamed = new LinkedHashMap<>();
    private final List<V8Profile> whole = new ArrayList<>();
    private final Map<ThreadKey, EventSamples> threads = new LinkedHashMap<>();
    private final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    private KnownNames<Kind> kinds = new KnownNames<>(new StringTable(), Kind::of);
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
        streamed.clear();
        whole.clear();
        threads.clear();
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        kinds = new KnownNames<>(context.names(), Kind::of);
        stackFrames = context.stackFrames();
    }

    @Override
    public void handleEvent(TraceEvent event) {
        Kind kind = kinds.get(event.nameIndex());
        boolean sample = event.phase() == Phase.SAMPLE;
        if (kind != null && sample == (kind != Kind.CPU_PROFILE)) {
            takeProfile(kind, event);
        } else if (sample) {
            threads.computeIfAbsent(
                            new ThreadKey(event.pid(), event.tid()), key -> new EventSamples(key.pid(), key.tid()))
                    .add(event);
        }
    }

    private void takeProfile(Kind kind, TraceEvent event) {
        Args data = event.args().object("data");
        if (data.isEmpty()) {
            problems.merge(Problem.MISSING_DATA, 1L, Long::sum);
            return;
        }
        switch (kind) {
            case PROFILE -> profile(event).start(event, data);
            case PROFILE_CHUNK -> profile(event).piece(event, data);
            case CPU_PROFILE -> {
                V8Profile profile = new V8Profile(event, problems);
                profile.whole(event, data);
                whole.add(profile);
            }
        }
    }

    // Ids are unique in their process only.
    private V8Profile profile(TraceEvent event) {
        ProfileKey key = new ProfileKey(event.pid(), event.id());
        V8Profile profile = streamed.get(key);
        if (profile == null) {
            profile = new V8Profile(event, problems);
            streamed.put(key, profile);
        }
        return profile;
    }

    @Override
    public void finish() {
        state.finish();
        List<Profile> profiles = new ArrayList<>();
        streamed.values().forEach(profile -> profiles.add(profile.profile()));
        whole.forEach(profile -> profiles.add(profile.profile()));
        threads.values().forEach(samples -> profiles.add(samples.profile(this::frames, problems)));
        clear();
        result = new Samples(profiles, problems);
    }

    private List<SampleTree.Frame> frames(String id) {
        return stackFrames.stack(id).stream()
                .map(frame -> new SampleTree.Frame(frame.name(), frame.category(), 0))
                .toList();
    }

    @Override
    public Samples data() {
        state.requireFinished();
        return result;
    }
}
