// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.otlp;

import dev.jtracer.engine.event.LongIntTable;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.exporter.trace.CallCursor;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.ThreadRow;
import dev.jtracer.engine.handler.call.CallTrees;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The trace, the parent and the cause of each exported call. A request whose log had a trace id is in that trace,
 * with the calls below it. A run that begins on a thread of its own is a child of the call that passed its callback,
 * in that call's trace, if it is the callback's only run; a callback that runs repeatedly may outlive all traces.
 * Every other root call has a trace of its own. The ids are the same in each export of a recording.
 *
 * <pre>
 *   http-1  HTTP GET /orders (trace_id 4bf9..)   trace 4bf9..
 *             Orders.total                       trace 4bf9.., parent HTTP GET /orders
 *   pool-1  CompletableFuture.supplyAsync[0]     trace 4bf9.., parent and link Orders.total, which passed it
 *   timer   Timer.schedule[0]                    each run a trace, link to the call that passed it
 * </pre>
 */
final class SpanIds {
    private static final Pattern ID = Pattern.compile("(?=.*[1-9a-f])([0-9a-f]{16}){1,2}");
    private static final String LEADING_ZEROS = "0".repeat(16);
    private static final long ODD = 0x9e3779b97f4a7c15L;

    private final ExportedTrace trace;
    private final CallTrees trees;
    private final long seed;
    private final BitSet exported = new BitSet();
    private final LongIntTable passers = new LongIntTable();
    private final LongIntTable runs = new LongIntTable();
    /** The trace of each root call that was asked for. */
    private final Map<Integer, String> traces = new HashMap<>();

    SpanIds(ExportedTrace trace, long epochNanos) {
        this.trace = trace;
        this.trees = trace.trees();
        this.seed = mixed(epochNanos ^ trace.meta().recordedPid() * ODD);
        for (ThreadRow row : trace.rows()) {
            CallCursor calls = trace.uncounted(row, CallCursor.Times.AS_THEY_ARE);
            while (calls.nextBegin()) {
                exported.set(calls.call(), !isPoint(trees, calls.call()));
            }
        }
        for (int call = 0; call < trees.size(); call++) {
            long pass = trace.points().pass(trees.beginIndex(call));
            if (pass != 0 && isRun(call)) {
                runs.put(pass, Math.max(0, runs.get(pass)) + 1);
            } else if (pass != 0 && passers.get(pass) == LongIntTable.ABSENT) {
                passers.put(pass, call);
            }
        }
    }

    /** Returns whether a call is no span but the point at which a callback was passed. */
    static boolean isPoint(CallTrees trees, int call) {
        return (trees.flags(call) & SpanFlags.PASS) != 0 && trees.startNanos(call) == trees.endNanos(call);
    }

    private boolean isRun(int call) {
        return (trees.flags(call) & SpanFlags.CALLBACK) != 0;
    }

    /** Returns the call that passed the callback of a run; {@link CallTrees#NONE} if unknown or not exported. */
    int passer(int call) {
        int passer = isRun(call) ? passers.get(trace.points().pass(trees.beginIndex(call))) : LongIntTable.ABSENT;
        return passer == LongIntTable.ABSENT ? CallTrees.NONE : exported(passer);
    }

    /** Returns the innermost exported call around another, or that call: {@code min=} drops the calls between. */
    private int exported(int call) {
        int at = call;
        while (at != CallTrees.NONE && !exported.get(at)) {
            at = trees.parent(at);
        }
        return at;
    }

    /** Returns the exported call of the same trace that a call is a part of; {@link CallTrees#NONE} for its first. */
    int parent(int call) {
        if (trees.parent(call) == CallTrees.NONE) {
            return requestId(call) == null && continuesTrace(call) ? passer(call) : CallTrees.NONE;
        }
        int parent = exported(trees.parent(call));
        boolean same = requestId(call) == null
                || parent != CallTrees.NONE && traceId(parent).equals(traceId(call));
        return same ? parent : CallTrees.NONE;
    }

    private boolean continuesTrace(int root) {
        return passer(root) != CallTrees.NONE && runs.get(trace.points().pass(trees.beginIndex(root))) == 1;
    }

    String spanId(int call) {
        return HexFormat.of().toHexDigits(mixed(seed + call));
    }

    /** Returns the trace of a call, through all calls that passed the callbacks around it. */
    String traceId(int call) {
        List<Integer> roots = new ArrayList<>();
        int at = call;
        String id = null;
        while (id == null) {
            id = requestId(at);
            int parent = trees.parent(at);
            if (id == null && parent == CallTrees.NONE) {
                id = traces.get(at);
                if (id == null) {
                    roots.add(at);
                    id = ownId(at);
                    traces.put(at, id); // also ends a circle of passes in a damaged trace
                    parent = continuesTrace(at) ? passer(at) : CallTrees.NONE;
                    id = parent == CallTrees.NONE ? id : null;
                }
            }
            at = parent;
        }
        for (int root : roots) {
            traces.put(root, id);
        }
        return id;
    }

    private String ownId(int root) {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(seed) + hex.toHexDigits(mixed(~seed + root));
    }

    /** Returns the trace id that the log had during a request, in the protocol's form; null for all else. */
    private @Nullable String requestId(int call) {
        if (trees.names().kind(trees.nameIndex(call)) == NameKind.METHOD) {
            return null;
        }
        String id = trees.args(call).text(TraceWords.TRACE_ID);
        String hex = id == null ? "" : id.toLowerCase(Locale.ROOT).replace("-", "");
        if (!ID.matcher(hex).matches()) {
            return null;
        }
        return hex.length() == LEADING_ZEROS.length() ? LEADING_ZEROS + hex : hex;
    }

    /** Returns a number for each number, and none for two (the finalizer of MurmurHash3). */
    private static long mixed(long number) {
        long mixed = (number ^ number >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
