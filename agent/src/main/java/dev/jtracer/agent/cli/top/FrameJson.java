// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.json.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A frame as one JSON object. Times are in nanoseconds; what is unknown is null. */
final class FrameJson {
    private FrameJson() {}

    static String of(Frame frame, TopOrder order) {
        Window window = frame.window();
        TracerState state = window.state();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("pid", frame.pid());
        json.put("recording", state.recording());
        json.put("output", state.output());
        json.put("recordedNanos", state.recording() ? state.nanos() - state.startNanos() : 0);
        json.put("windowNanos", window.nanos());
        json.put("sinceBegin", window.sinceBegin());
        json.put("threads", state.threads());
        json.put("events", state.events());
        json.put("eventsPerSecond", window.eventsPerSecond());
        json.put("lostEvents", state.lost());
        json.put("stalls", state.stalls());
        json.put("longestStallNanos", state.longestStallNanos());
        json.put("problem", state.problem().isEmpty() ? null : state.problem());
        json.put("notFollowed", state.notFollowed().isEmpty() ? null : state.notFollowed());
        json.put("nanosPerTiming", state.nanosPerTiming() == 0 ? null : state.nanosPerTiming());
        json.put("recordingCores", window.recordingCores());
        json.put("tracerThreadCores", known(frame.tracerThreadCores()));
        json.put("jvmCores", known(frame.jvmCores()));
        json.put("tracerShare", known(frame.tracerShare()));
        json.put("methods", methods(window, order));
        json.put("callbacks", callbacks(window));
        return JsonText.json(json);
    }

    private static List<Object> methods(Window window, TopOrder order) {
        return JsonText.objects(order.sort(window.methods()), (method, json) -> {
            json.put("name", method.all().name());
            json.put("callsPerSecond", window.perSecond(method.recent().calls()));
            json.put("selfNanosPerSecond", window.perSecond(method.recent().selfNanos()));
            json.put("totalNanosPerSecond", window.perSecond(method.recent().totalNanos()));
            json.put("p50Nanos", percentile(method.recent().durations(), 50));
            json.put("p99Nanos", percentile(method.recent().durations(), 99));
            json.put("calls", method.all().calls());
            json.put("selfNanos", method.all().selfNanos());
            json.put("totalNanos", method.all().totalNanos());
        });
    }

    private static @Nullable Long percentile(Histogram durations, double percent) {
        return durations.count() == 0 ? null : (Long) durations.percentile(percent);
    }

    private static List<Object> callbacks(Window window) {
        return JsonText.objects(window.callbacks(), (callback, json) -> {
            json.put("name", callback.all().name());
            json.put("site", callback.all().site());
            json.put("passesPerSecond", window.perSecond(callback.recent().passes()));
            json.put("runsPerSecond", window.perSecond(callback.recent().runs()));
            json.put("waitP99Nanos", percentile(callback.recent().waits(), 99));
            json.put("pending", callback.all().notRunYet());
            json.put("notNeeded", callback.all().pending() - callback.all().notRunYet());
            json.put("unclear", callback.all().unclear());
            json.put("passes", callback.all().passes());
            json.put("runs", callback.all().runs());
        });
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : (Double) value;
    }
}
