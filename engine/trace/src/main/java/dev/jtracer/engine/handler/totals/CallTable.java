// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.pairing.PlainCalls;
import dev.jtracer.engine.pairing.SpanBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The totals of calls by the index of their name, in the order of the names' first calls. */
final class CallTable implements PlainCalls.CallSums {
    private final List<CallTotals> firstUsedFirst = new ArrayList<>();
    private @Nullable CallTotals[] byName = new CallTotals[64];

    /** Returns the totals of a name, to be added to. */
    CallTotals of(int nameIndex) {
        CallTotals known = nameIndex < byName.length ? byName[nameIndex] : null;
        return known != null ? known : create(nameIndex);
    }

    private CallTotals create(int nameIndex) {
        if (nameIndex >= byName.length) {
            byName = Arrays.copyOf(byName, Math.max(nameIndex + 1, byName.length * 2));
        }
        CallTotals created = new CallTotals(nameIndex);
        byName[nameIndex] = created;
        firstUsedFirst.add(created);
        return created;
    }

    @Override
    public void add(int nameIndex, int flags, long nanos, long selfNanos) {
        of(nameIndex).addFinished(flags, nanos, selfNanos);
    }

    /** Adds calls from {@code from} up to, but without, {@code to}, which received no callbacks. */
    void addAll(SpanBatch batch, int from, int to) {
        @Nullable CallTotals[] known = byName;
        for (int i = from; i < to; i++) {
            int nameIndex = batch.nameIndex(i);
            CallTotals totals = nameIndex < known.length ? known[nameIndex] : null;
            if (totals == null) {
                totals = create(nameIndex);
                known = byName;
            }
            totals.add(batch.flags(i), batch.durNanos(i), batch.selfNanos(i));
        }
    }

    /** Returns the totals of all names used, in reverse order of first use. */
    List<CallTotals> lastUsedFirst() {
        List<CallTotals> reversed = new ArrayList<>(firstUsedFirst);
        Collections.reverse(reversed);
        return reversed;
    }
}
