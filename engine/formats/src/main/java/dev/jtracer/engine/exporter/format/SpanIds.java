// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

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
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
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
    /** The call whose id is that of the trace, by each root call that was asked for. */
    private final LongIntTable heads = new LongIntTable();

    SpanIds(ExportedTrace trace, long epochNanos) {
        this.trace = trace;
        this.trees = trace.trees();
        this.seed = mixed(epochNanos + trace.meta().recordedPid() * ODD);
        for (ThreadRow row : trace.rows()) {
            CallCursor calls = trace.uncounted(row, CallCursor.Times.AS_THEY_ARE);
            while (calls.nextBegin()) {
                exported.set(calls.call(), !trace.isPoint(calls.call()));
            }
        }
        for (int call = 0; call < trees.size(); call++) {
            long pass = pass(call);
            if (pass != 0 && isRun(call)) {
                runs.put(pass, Math.max(0, runs.get(pass)) + 1);
            } else if (pass != 0 && passers.get(pass) == LongIntTable.ABSENT) {
                passers.put(pass, call);
            }
        }
    }

    private long pass(int call) {
        return trace.points().pass(trees.beginIndex(call));
    }

    private boolean isRun(int call) {
        return (trees.flags(call) & SpanFlags.CALLBACK) != 0;
    }

    /** Returns the call that passed the callback of a run; {@link CallTrees#NONE} if unknown or not exported. */
    int passer(int call) {
        boolean isKnown = isRun(call) && (trees.flags(call) & SpanFlags.AMBIGUOUS) == 0;
        int passer = isKnown ? passers.get(pass(call)) : LongIntTable.ABSENT;
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
        boolean isRoot = trees.parent(call) == CallTrees.NONE;
        int parent = !isRoot ? exported(trees.parent(call)) : continuesTrace(call) ? passer(call) : CallTrees.NONE;
        boolean isOther = parent != CallTrees.NONE
                && requestId(call) != null
                && !traceId(parent).equals(traceId(call));
        return isOther ? CallTrees.NONE : parent;
    }

    /* A pass that is not before its run is that of a damaged trace, whose traces might be circles. */
    private boolean continuesTrace(int root) {
        int passer = passer(root);
        return passer != CallTrees.NONE
                && runs.get(pass(root)) == 1
                && trees.startNanos(passer) < trees.startNanos(root);
    }

    String spanId(int call) {
        return id(call, 0);
    }

    /** Returns the trace of a call, through all calls that passed the callbacks around it. */
    String traceId(int call) {
        int head = head(call);
        String id = requestId(head);
        return id != null ? id : id(head, 1) + id(head, 2);
    }

    private int head(int call) {
        List<Integer> roots = new ArrayList<>();
        int at = call;
        while (requestId(at) == null) {
            int outer = trees.parent(at);
            if (outer == CallTrees.NONE) {
                int known = heads.get(at);
                if (known != LongIntTable.ABSENT) {
                    at = known;
                    break;
                }
                roots.add(at);
                if (!continuesTrace(at)) {
                    break;
                }
                outer = passer(at);
            }
            at = outer;
        }
        for (int root : roots) {
            heads.put(root, at);
        }
        return at;
    }

    /** Returns one of a call's ids, which differs in each part of a recording, as do the times of its calls. */
    private String id(int call, int number) {
        long id = mixed(seed + number);
        id = mixed(id + trees.startNanos(call));
        id = mixed(id + trees.endNanos(call));
        id = mixed(id + ((long) trees.name(call).hashCode() << Integer.SIZE) + call);
        return HexFormat.of().toHexDigits(id == 0 ? 1 : id);
    }

    /** Returns the trace id that the log had during a request, in the protocol's form; null for all else. */
    @Nullable
    String requestId(int call) {
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
