// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats that are recognised by their first bytes. */
final class ForeignBinaries implements ForeignRules {
    private static final ForeignFormat CLASS = new ForeignFormat(
            "a compiled Java class", "name a trace; run the class with -javaagent:tracer.jar=include=... to make one");
    private static final ForeignFormat PERFETTO = new ForeignFormat(
            "a Perfetto trace",
            "open it at https://ui.perfetto.dev, or convert it to JSON with Perfetto's traceconv json");
    private static final ForeignFormat PPROF = new ForeignFormat(
            "a profile of pprof",
            "open it with go tool pprof -http=:0 or at https://www.speedscope.app; collapsed stacks of it can be imported");
    private static final int FIRST_CLASS_VERSION = 45;
    private static final int LENGTH_DELIMITED_1 = 0x0a;
    private static final int LOOKED_AT = 256;

    /** By their first bytes, a character each. */
    private final Map<String, ForeignFormat> starts = new LinkedHashMap<>();

    ForeignBinaries() {
        ForeignFormat heap = new ForeignFormat(
                "a heap dump", "it holds objects and no calls; open it in Eclipse Memory Analyzer or VisualVM");
        start("JAVA PROFILE 1.", heap);
        start("\0\22portable heap dump", heap);
        start(
                "PERFILE2",
                new ForeignFormat("a file of perf", "import the output of perf script | stackcollapse-perf.pl"));
        start(
                "\27\10Dtracing",
                new ForeignFormat(
                        "a file of trace-cmd",
                        "open it in KernelShark, or the output of trace-cmd report at https://ui.perfetto.dev"));
        start("SLOW", new ForeignFormat("a method trace of Android", "open it in Android Studio"));
        start("nBpRoFiLeR", new ForeignFormat("a snapshot of VisualVM", "open it in VisualVM"));
        start("\177ELF", new ForeignFormat("a program or a core dump", "name a trace"));
        start("SQLite format 3\0", new ForeignFormat("a database of SQLite", "name a trace"));
    }

    private void start(String magic, ForeignFormat format) {
        starts.put(magic, format);
    }

    @Override
    public @Nullable ForeignFormat find(byte[] head, String text) {
        for (Map.Entry<String, ForeignFormat> start : starts.entrySet()) {
            if (startsWith(head, start.getKey().getBytes(StandardCharsets.ISO_8859_1))) {
                return start.getValue();
            }
        }
        return isClass(head) ? CLASS : protobuf(head);
    }

    private static boolean startsWith(byte[] head, byte[] magic) {
        if (head.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if (head[i] != magic[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isClass(byte[] head) {
        return startsWith(head, new byte[] {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe})
                && head.length > 7
                && head[7] >= FIRST_CLASS_VERSION;
    }

    private static boolean isText(byte[] head) {
        for (int i = 0; i < Math.min(head.length, LOOKED_AT); i++) {
            if (head[i] >= 0 && head[i] < ' ' && head[i] != '\n' && head[i] != '\r' && head[i] != '\t') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the format of a message in Protocol Buffers: both formats begin with field 1, a message whose end is inside
     * the head or is followed by another field.
     */
    private static @Nullable ForeignFormat protobuf(byte[] head) {
        if (head.length < 4 || head[0] != LENGTH_DELIMITED_1 || isText(head)) {
            return null; // a line end is the same byte
        }
        int at = 1;
        int length = 0;
        for (int shift = 0; at < head.length && shift < 28; shift += 7) {
            byte next = head[at++];
            length |= (next & 0x7f) << shift;
            if (next >= 0) {
                break;
            }
        }
        int end = at + length;
        if (length < 2 || at >= head.length || end < head.length && head[end] < LENGTH_DELIMITED_1) {
            return null;
        }
        int firstField = (head[at] & 0x7f) >>> 3;
        if (firstField == 1 || firstField == 2 && length <= 4) {
            // The type and the unit of the samples: numbers of texts.
            return length <= 12 && (head[at] & 7) == 0 ? PPROF : null;
        }
        // A timestamp, a sequence, a clock snapshot, a configuration, interned data or an event.
        boolean known = firstField >= 3 && end < head.length && head[end] == LENGTH_DELIMITED_1;
        return known || firstField >= 8 ? PERFETTO : null;
    }
}
