// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.agent.drain.OpenThread;
import dev.jtracer.engine.handler.totals.PassSites;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DecimalText;
import dev.jtracer.engine.text.DurationText;
import dev.jtracer.engine.text.NameText;
import dev.jtracer.engine.text.ShortNames;
import java.util.List;
import java.util.stream.Stream;

/**
 * The text of a dump: the open calls of each thread, the outermost first.
 *
 * <pre>
 * 2 threads with open calls
 * http-1, CPU 12.0 ms in the last 2.33 s
 *     2.34 s  OrderRequest.handle
 * pricing-1, CPU 800 us in the last 2.31 s
 *     2.33 s  OrderRequest.handle:13 -> CompletableFuture.thenApply[0]
 *     2.33 s    LegacyTax.table
 * </pre>
 */
final class OpenCallsText {
    private static final int MOST_THREADS = 200;
    /** Calls shown of a thread: half of them the outermost ones, half the innermost. */
    private static final int MOST_CALLS = 60;

    private static final int AGE_COLUMNS = 12;

    private OpenCallsText() {}

    /** Returns the text for threads, in their order. */
    static String of(List<OpenThread> threads) {
        if (threads.isEmpty()) {
            return "no call is open";
        }
        ShortNames names = new ShortNames(threads.stream()
                .flatMap(thread -> thread.calls().stream())
                .flatMap(call -> Stream.of(call.name(), PassSites.method(call.site())))
                .toList());
        StringBuilder text = new StringBuilder(CountText.of(threads.size(), "thread")).append(" with open calls");
        for (OpenThread thread : threads.subList(0, Math.min(MOST_THREADS, threads.size()))) {
            text.append('\n').append(NameText.of(thread.name()));
            if (thread.readNanos() > 0) {
                text.append(", CPU " + DurationText.of(thread.cpuNanos()) + " in the last "
                        + DurationText.of(thread.readNanos()));
            }
            calls(text, thread.calls(), names);
        }
        if (threads.size() > MOST_THREADS) {
            text.append('\n').append(threads.size() - MOST_THREADS).append(" more threads, with younger calls");
        }
        return text.toString();
    }

    private static void calls(StringBuilder text, List<OpenThread.Call> calls, ShortNames names) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.size() > MOST_CALLS && i == MOST_CALLS / 2) {
                int skipped = calls.size() - MOST_CALLS;
                text.append("\n" + " ".repeat(AGE_COLUMNS) + skipped + " more calls");
                i += skipped;
            }
            OpenThread.Call call = calls.get(i);
            text.append("\n" + DecimalText.right(DurationText.of(call.ageNanos()), AGE_COLUMNS - 2) + "  "
                    + "  ".repeat(Math.min(i, MOST_CALLS / 2)));
            text.append(NameText.of(PassSites.label(call.site(), call.name(), names)));
        }
    }
}
