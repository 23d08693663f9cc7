// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The profiles of V8 in a trace, in one piece or in many. */
final class V8Profiles {
    private static final String PROFILE = "Profile";
    private static final String PROFILE_CHUNK = "ProfileChunk";
    private static final String CPU_PROFILE = "CpuProfile";

    private record ProfileKey(long pid, String id) implements Comparable<ProfileKey> {
        @Override
        public int compareTo(ProfileKey other) {
            return pid != other.pid ? Long.compare(pid, other.pid) : id.compareTo(other.id);
        }
    }

    private final Map<ProfileKey, V8Profile> streamed = new LinkedHashMap<>();
    private final List<V8Profile> whole = new ArrayList<>();
    private final KnownNames<String> kinds = KnownNames.of(Set.of(PROFILE, PROFILE_CHUNK, CPU_PROFILE));
    private final Map<Problem, Long> problems;

    /** Creates an empty collection, which counts problems. */
    V8Profiles(Map<Problem, Long> problems) {
        this.problems = problems;
    }

    /** Takes an event if it is part of a profile. Returns whether it is. */
    boolean take(TraceEvent event, StringTable names) {
        String kind = kinds.get(event.nameIndex(), names);
        if (kind == null || (event.phase() == Phase.SAMPLE) == kind.equals(CPU_PROFILE)) {
            return false;
        }
        Args data = event.args().object("data");
        if (data.isEmpty()) {
            problems.merge(Problem.MISSING_DATA, 1L, Long::sum);
            return true;
        }
        switch (kind) {
            case PROFILE -> profile(event).start(event, data);
            case PROFILE_CHUNK -> profile(event).piece(event, data);
            default -> {
                V8Profile profile = new V8Profile(event, problems);
                profile.whole(event, data);
                whole.add(profile);
            }
        }
        return true;
    }

    // Ids are unique in their process only.
    private V8Profile profile(TraceEvent event) {
        return streamed.computeIfAbsent(
                new ProfileKey(event.pid(), event.id()), added -> new V8Profile(event, problems));
    }

    /** Returns the profiles. Call it after the last event. */
    List<Profile> profiles() {
        return Stream.concat(streamed.values().stream(), whole.stream())
                .map(V8Profile::profile)
                .toList();
    }
}
