// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.springboot;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The live totals of named methods as meters: {@code jtracer.calls} counts and times calls, {@code jtracer.calls.max}
 * is the longest, both with the tag {@code method}. They are those of the current recording, and begin anew with the
 * next; without one they stay.
 */
final class TracedMethodMeters implements MeterBinder {
    /** A scrape reads each meter by itself; the tracer is asked once for all of them. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TracerMBean tracer;
    private final List<String> methods;

    private Map<String, Map<String, Object>> totals = Map.of();
    private long readNanos;

    /** @param methods names as the totals have them, {@code com.acme.OrderService.place} */
    TracedMethodMeters(TracerMBean tracer, List<String> methods) {
        this.tracer = tracer;
        this.methods = List.copyOf(methods);
        this.readNanos = System.nanoTime() - FRESH_NANOS;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (String method : methods) {
            FunctionTimer.builder(
                            "jtracer.calls",
                            this,
                            meters -> (long) meters.figure(method, "count"),
                            meters -> meters.figure(method, "totalMs"),
                            TimeUnit.MILLISECONDS)
                    .tag("method", method)
                    .description("calls of a traced method that have ended")
                    .register(registry);
            TimeGauge.builder("jtracer.calls.max", () -> figure(method, "maxMs"), TimeUnit.MILLISECONDS)
                    .tag("method", method)
                    .description("the longest call of a traced method in the recording")
                    .register(registry);
        }
    }

    private double figure(String method, String item) {
        Map<String, Object> row = row(method);
        return row != null && row.get(item) instanceof Number number ? number.doubleValue() : 0;
    }

    private synchronized @Nullable Map<String, Object> row(String method) {
        if (System.nanoTime() - readNanos >= FRESH_NANOS) {
            Map<String, Map<String, Object>> rows = new HashMap<>();
            try {
                tracer.totals().forEach(row -> rows.put(String.valueOf(row.get("name")), row));
                totals = rows;
            } catch (IllegalStateException noTotals) {
                // The last figures stay: a scrape has meters of others.
            }
            readNanos = System.nanoTime();
        }
        return totals.get(method);
    }
}
