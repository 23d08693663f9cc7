// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.pairing.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the calls of each method for a comparison of recordings; memory grows with the methods, not the calls. */
public final class MethodBlocksHandler extends CollectingHandler<MethodBlocksHandler.Samples>
        implements SpanHandler<MethodBlocksHandler.Samples> {
    private final Table methods = new Table();
    private final Table roots = new Table();

    /**
     * What was counted.
     *
     * @param rootCalls the methods and callbacks of root calls, with the durations of these as their own times
     */
    public record Samples(List<MethodSample> methods, List<MethodSample> rootCalls) {}

    public MethodBlocksHandler() {}

    @Override
    public void handleSpan(Span span) {
        if ((span.flags() & SpanFlags.PASS) != 0) {
            return;
        }
        long nanos = span.endNanos() - span.startNanos();
        if (span.depth() == 0 && !span.unfinished()) {
            roots.of(span.nameIndex()).add(nanos, nanos, false);
        }
        if ((span.flags() & SpanFlags.CALLBACK) != 0) {
            return;
        }
        boolean nested = (span.flags() & SpanFlags.NESTED) != 0;
        if (span.unfinished()) {
            methods.of(span.nameIndex()).addOpen(nanos, nested);
        } else {
            methods.of(span.nameIndex()).add(nanos, span.selfNanos(), nested);
        }
    }

    @Override
    protected Samples result() {
        return new Samples(methods.samples(), roots.samples());
    }

    /** The calls by their names. */
    private final class Table {
        private final Map<String, MethodBlocks> byName = new LinkedHashMap<>();
        /** By the name's index; overloads have an index each and a method together. */
        private final ByIndex<MethodBlocks> byIndex =
                new ByIndex<>(index -> byName.computeIfAbsent(context().names().get(index), MethodBlocks::new));

        MethodBlocks of(int nameIndex) {
            return byIndex.made(nameIndex);
        }

        List<MethodSample> samples() {
            return byName.values().stream()
                    .filter(blocks -> !blocks.isEmpty())
                    .map(MethodBlocks::sample)
                    .toList();
        }
    }
}
