// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.ThreadKey;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A handler of samples: profiles of V8, and events of the phase {@code P}, those of each thread and kind apart.
 *
 * @param <T> what is collected for a thread and kind
 * @param <D> type of its result
 */
abstract class StackCollector<T, D> extends CollectingHandler<D> {
    record SampledThread(ThreadKey key, String kind) {}

    final Map<SampledThread, T> threads = new LinkedHashMap<>();
    final Map<Problem, Long> problems = new EnumMap<>(Problem.class);
    final V8Profiles profiles = new V8Profiles(problems);

    @Override
    public final Set<Phase> phases() {
        return Set.of(Phase.SAMPLE, Phase.COMPLETE, Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public final void handleEvent(TraceEvent event) {
        if (!profiles.take(event, context().names())) {
            if (event.phase() == Phase.SAMPLE) {
                SampledThread thread = new SampledThread(new ThreadKey(event.pid(), event.tid()), event.category());
                sample(event, threads.computeIfAbsent(thread, added -> create()));
            } else {
                other(event);
            }
        }
    }

    /** Creates what is collected for a thread and kind. */
    abstract T create();

    /** Takes an event of the phase {@code P} with what is collected for its thread and kind. */
    abstract void sample(TraceEvent event, T ofThread);

    /** Takes an event that is neither a sample nor a part of a profile. */
    void other(TraceEvent event) {}
}
