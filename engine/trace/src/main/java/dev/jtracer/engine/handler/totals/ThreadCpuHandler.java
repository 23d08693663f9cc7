// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.handler.CollectingHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** A handler that collects the readings of the CPU time of threads, at most {@value #MOST}: fewer bound it less. */
public final class ThreadCpuHandler extends CollectingHandler<ThreadCpu> {
    private static final int MOST = 1_000_000;

    private final Map<Long, Map<Long, NavigableMap<Long, Long>>> readings = new HashMap<>();
    private int count;

    public ThreadCpuHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.METADATA);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (count == MOST
                || !event.name().equals(TraceWords.CPU)
                || !event.category().equals(TraceWords.READING)) {
            return;
        }
        Number tid = event.args().number(TraceWords.TID);
        Number cpuNanos = event.args().number(TraceWords.CPU_NANOS);
        if (tid != null && cpuNanos != null) {
            count++;
            readings.computeIfAbsent(event.pid(), pid -> new HashMap<>())
                    .computeIfAbsent(tid.longValue(), thread -> new TreeMap<>())
                    .put(event.tsNanos(), cpuNanos.longValue());
        }
    }

    @Override
    protected ThreadCpu result() {
        return new ThreadCpu(readings);
    }
}
