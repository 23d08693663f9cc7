// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Formats of JSON that are recognised by the names of their first members. */
final class ForeignJson implements ForeignRules {
    private static final ForeignFormat SPEEDSCOPE = new ForeignFormat(
            "a profile of speedscope",
            "open it at https://www.speedscope.app, or import what it was made of, such as collapsed stacks");
    private static final ForeignFormat FIREFOX = new ForeignFormat(
            "a profile of Firefox Profiler", "open it at https://profiler.firefox.com, or import what it was made of");
    private static final ForeignFormat CPU_PROFILE = new ForeignFormat(
            "a CPU profile of V8 (.cpuprofile)",
            "open it in Chrome DevTools or at https://www.speedscope.app; a trace saved in DevTools' panel Performance"
                    + " can be imported");
    private static final ForeignFormat V8_HEAP =
            new ForeignFormat("a heap snapshot of V8", "it holds objects and no calls; open it in Chrome DevTools");
    private static final ForeignFormat HAR =
            new ForeignFormat("an archive of HTTP requests (.har)", "open it in Chrome DevTools, panel Network");
    private static final ForeignFormat SPANS =
            new ForeignFormat("spans of a distributed trace (OpenTelemetry, Jaeger or Zipkin)", "open it in Jaeger");
    private static final ForeignFormat JFR_TEXT =
            new ForeignFormat("a JFR recording printed as JSON", "import the .jfr file itself");

    @Override
    public @Nullable ForeignFormat find(byte[] head, String text) {
        if (!text.startsWith("{") && !text.startsWith("[")) {
            return null;
        }
        Set<String> members = JsonMembers.of(text);
        if (members.contains("traceEvents") || members.contains("ph")) {
            return null;
        }
        if (text.contains("speedscope.app/file-format-schema.json")
                || members.contains("shared.frames") && members.contains("profiles")) {
            return SPEEDSCOPE;
        }
        if (members.contains("meta.preprocessedProfileVersion")
                || members.contains("meta.processType")
                || members.contains("meta.stackwalk")
                || members.contains("meta.interval") && members.contains("meta.version")) {
            return FIREFOX;
        }
        if (members.contains("nodes.callFrame")
                || members.contains("head.callFrame")
                || members.contains("head.functionName")
                || members.contains("nodes") && members.contains("timeDeltas")) {
            return CPU_PROFILE;
        }
        if (members.contains("snapshot.meta")) {
            return V8_HEAP;
        }
        if (members.contains("log.entries") || members.contains("log.creator")) {
            return HAR;
        }
        if (members.contains("resourceSpans")
                || members.contains("data.traceID")
                || members.contains("traceId") && members.contains("id")) {
            return SPANS;
        }
        return members.contains("recording.events") ? JFR_TEXT : null;
    }
}
