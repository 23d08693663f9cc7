// SPDX-License-Identifier: Apache-2.0
package com.acme;

import dev.jtracer.engine.Trace;
import dev.jtracer.engine.report.ReportText;
import java.nio.file.Path;

/** Reads the trace of the tests; fails if it lacks what they called. */
final class ReadTrace {
    private ReadTrace() {}

    public static void main(String[] args) throws Exception {
        String report = ReportText.of(Trace.of(Path.of(args[0])).report());
        System.out.println(report);
        for (String expected : new String[] {
            "OrdersTest.total_isTheSum", "Orders.total", "Orders.add", "CompletableFuture.supplyAsync[0]", "adding",
            "test com.acme.OrdersTest.total_isTheSum"
        }) {
            if (!report.contains(expected)) {
                throw new IllegalStateException("the trace lacks '" + expected + "'");
            }
        }
    }
}
