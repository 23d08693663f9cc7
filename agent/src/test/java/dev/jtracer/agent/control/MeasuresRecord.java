// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A recorder that lists its calls in those of a tracer, and has no room for names that begin with "more". */
final class MeasuresRecord implements ApplicationCalls.Recorder {
    private final TracingRecord tracing;
    final Map<String, Long> executions = new HashMap<>();

    MeasuresRecord(TracingRecord tracing) {
        this.tracing = tracing;
    }

    @Override
    public boolean begin(String name) {
        return listed("begin ", name);
    }

    @Override
    public boolean end(String name, boolean threw) {
        return listed(threw ? "throw " : "end ", name);
    }

    private boolean listed(String what, String name) {
        if (name.startsWith("more")) {
            return false;
        }
        tracing.remember(what + name);
        return true;
    }

    @Override
    public void beginCount() {
        tracing.remember("count");
    }

    @Override
    public @Nullable Map<String, Long> statements() {
        return Map.copyOf(executions);
    }

    @Override
    public void endCount() {
        tracing.remember("counted");
    }
}
