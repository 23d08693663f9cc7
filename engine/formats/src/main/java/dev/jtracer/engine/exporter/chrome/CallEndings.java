// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.chrome;

import dev.jtracer.engine.chrome.write.ChromeTraceWriter;
import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.json.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bytes after the name of a call in Chrome's format, with its flags as arguments. */
final class CallEndings {
    private static final byte[][] BY_FLAGS = ChromeTraceWriter.endings(SpanWords.OF_CALLS);

    private CallEndings() {}

    static byte[] of(int flags) {
        return BY_FLAGS[flags & SpanWords.OF_CALLS];
    }

    /** Returns the ending of a call with arguments besides its flags, of a name of some kind. */
    static byte[] of(int flags, Args args, NameKind kind) {
        if (args.isEmpty() && kind == NameKind.METHOD) {
            return of(flags);
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>(args.asMap());
        Object site = all.remove(TraceWords.SITE);
        all.putAll(SpanWords.arguments(flags));
        if (site != null) {
            all.put(TraceWords.SITE, site); // readers expect it behind the flags
        }
        if (kind != NameKind.METHOD) {
            all.put(TraceWords.KIND, kind.word());
        }
        return JsonText.ending(all);
    }
}
