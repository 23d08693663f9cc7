// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.json.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A comparison as JSON, for scripts. Times are in nanoseconds; what is not known is absent. */
public final class ComparisonJson {
    private ComparisonJson() {}

    /** Returns one object, without a line end. */
    public static String of(Differences differences) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("different", differences.isDifferent());
        json.put("recordingsBefore", differences.recordingsBefore());
        json.put("recordingsAfter", differences.recordingsAfter());
        json.put("missingBefore", missing(differences.missingBefore()));
        json.put("missingAfter", missing(differences.missingAfter()));
        json.put("noiseFrom", differences.withinOneRecording() ? "within one recording" : "between recordings");
        json.put("judged", differences.judged());
        json.put("rootCalls", methods(differences.rootCalls()));
        json.put("methods", methods(differences.methods()));
        json.put("newMethods", methods(differences.newMethods()));
        json.put("vanishedMethods", methods(differences.vanishedMethods()));
        json.put("newCallbacks", callbacks(differences.newCallbacks()));
        json.put("vanishedCallbacks", callbacks(differences.vanishedCallbacks()));
        return JsonText.json(json);
    }

    private static Map<String, Object> missing(MissingData missing) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("lostRecords", missing.lostRecords());
        json.put("overwrittenRecords", missing.overwrittenRecords());
        json.put("cutRecordings", missing.cut());
        json.put("damagedRecordings", missing.damaged());
        if (!missing.droppedMethods().isEmpty()) {
            json.put(
                    "droppedMethods", missing.droppedMethods().stream().sorted().toList());
        }
        return json;
    }

    private static List<Object> methods(List<MethodComparison> methods) {
        return JsonText.objects(methods, (method, json) -> {
            json.put("name", method.name());
            json.put("verdict", method.changed() ? "changed" : method.judged() ? "noise" : "not judged");
            if (method.judged()) {
                json.put("factor", method.factor());
                json.put("detectableFactor", method.detectable());
            }
            json.put("changes", JsonText.objects(method.changes(), (change, one) -> {
                one.put("measure", change.measure().label());
                one.put("factor", change.factor());
                one.put("probability", change.probability());
            }));
            json.put("before", side(method.before()));
            json.put("after", side(method.after()));
        });
    }

    private static Map<String, Object> side(MethodSide side) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("recordings", side.recordings());
        json.put("calls", side.calls());
        json.put("totalNanos", side.totalNanos());
        json.put("selfNanos", side.selfNanos());
        json.put("share", side.share());
        json.put("p50Nanos", side.p50Nanos());
        json.put("p99Nanos", side.p99Nanos());
        return json;
    }

    private static List<Object> callbacks(List<CallbackSample> callbacks) {
        return JsonText.objects(callbacks, (callback, json) -> {
            json.put("name", callback.name());
            json.put("site", callback.site());
            json.put("passes", callback.passes());
            json.put("runs", callback.runs());
        });
    }
}
