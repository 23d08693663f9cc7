// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the calls of each method as a comparison of recordings needs them; memory grows with the methods, not with
 * the calls.
 */
public final class MethodBlocksHandler extends CollectingHandler<List<MethodSample>>
        implements SpanHandler<List<MethodSample>> {
    private static final int NO_CALL = SpanFlags.PASS | SpanFlags.CALLBACK;

    private final Map<String, MethodBlocks> byName = new LinkedHashMap<>();
    /** By the name's index; overloads have an index each and a method together. */
    private @Nullable MethodBlocks[] methods = new MethodBlocks[64];

    /** Creates a handler that has seen nothing. */
    public MethodBlocksHandler() {}

    @Override
    public boolean needsOrigins() {
        return false;
    }

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & NO_CALL) != 0) {
            return;
        }
        long nanos = span.endNanos() - span.startNanos();
        boolean nested = (span.flags() & SpanFlags.NESTED) != 0;
        if (span.unfinished()) {
            method(span.nameIndex()).addOpen(nanos, nested);
        } else {
            method(span.nameIndex()).add(nanos, span.selfNanos(), nested);
        }
    }

    private MethodBlocks method(int nameIndex) {
        if (nameIndex >= methods.length) {
            methods = Arrays.copyOf(methods, Math.max(nameIndex + 1, methods.length * 2));
        }
        MethodBlocks method = methods[nameIndex];
        if (method == null) {
            method = byName.computeIfAbsent(context().names().get(nameIndex), MethodBlocks::new);
            methods[nameIndex] = method;
        }
        return method;
    }

    @Override
    protected List<MethodSample> result() {
        return byName.values().stream()
                .filter(method -> !method.isEmpty())
                .map(MethodBlocks::sample)
                .toList();
    }
}
