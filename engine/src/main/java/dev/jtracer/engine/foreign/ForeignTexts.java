// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats of text that are recognised by their first lines. */
final class ForeignTexts implements ForeignRules {
    private final Map<Pattern, ForeignFormat> patterns = new LinkedHashMap<>();

    ForeignTexts() {
        begins(
                "(#[^\\n]*\\R|TRACE:\\s*)*# tracer: ",
                new ForeignFormat(
                        "a systrace of Linux or Android (text of ftrace)", "open it at https://ui.perfetto.dev"));
        begins("TRACE:\\s", new ForeignFormat("a systrace of Android", "open it at https://ui.perfetto.dev"));
        begins(
                "[^\\n]*(\\R[^\\n]*){0,3}Full thread dump ",
                new ForeignFormat("a thread dump", "it holds one moment and no calls; read it as text"));
        begins(
                "\\[[^\\]\\n]+\\](\\[\\w+ *\\]){0,2}\\[[\\w,]+ *\\]",
                new ForeignFormat("a log of the JVM", "it holds no calls; read it as text"));
        begins(
                "(# callgrind format|version: \\d+\\R(creator|pid|cmd):|events: \\w+)",
                new ForeignFormat("a profile of callgrind", "open it in KCachegrind"));
        begins("v8-version,", new ForeignFormat("a log of V8", "make text of it with node --prof-process"));
        begins("\\*version\\R", new ForeignFormat("a method trace of Android", "open it in Android Studio"));
        begins("0SECTION ", new ForeignFormat("a javacore of OpenJ9", "it holds no calls; read it as text"));
        begins(
                "pid,tid,thread,depth,start_ns,",
                new ForeignFormat(
                        "the table that convert -f csv writes",
                        "convert the recording or the trace that it was made of"));
        begins(
                "(# [^\\n]*\\R|\\s)*\\S[^\\n]*? +\\d+(/\\d+)? +(\\[\\d+\\] +)?\\d+\\.\\d+: +(\\d+ )?[\\w:/-]+: *\\R",
                new ForeignFormat("the output of perf script", "import what stackcollapse-perf.pl makes of it"));
        begins(
                "(?is)<\\?xml.{0,2000}?<svg",
                new ForeignFormat("a picture", "import the collapsed stacks that it was made of"));
        begins(
                "(?is)(<\\?xml|<!doctype|<html).{0,4000}?(async-profiler|<title>flame ?graph)",
                new ForeignFormat(
                        "a flame graph as a page", "let the same tool write collapsed stacks or JFR, and import that"));
    }

    private void begins(String regex, ForeignFormat format) {
        patterns.put(Pattern.compile(regex), format);
    }

    @Override
    public @Nullable ForeignFormat find(byte[] head, String text) {
        CharSequence start = text.subSequence(0, Math.min(text.length(), 4_096));
        for (Map.Entry<Pattern, ForeignFormat> pattern : patterns.entrySet()) {
            if (pattern.getKey().matcher(start).lookingAt()) {
                return pattern.getValue();
            }
        }
        return null;
    }
}
