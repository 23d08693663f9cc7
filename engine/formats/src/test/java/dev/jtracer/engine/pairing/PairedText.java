// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** What comes of pairing a trace, as a line for each span or mark in the order in which they are reported. */
final class PairedText {
    private final StringBuilder text = new StringBuilder();
    private final SpanPairing pairing;

    private PairedText(TraceSource source, PairingOptions options) throws IOException {
        pairing = new SpanPairing(
                new SpanSink() {
                    @Override
                    public void span(Span span) {
                        append(source, span);
                    }
                },
                options,
                source.names(),
                source.tracks());
        source.read(pairing::accept);
        pairing.finish();
    }

    /** Pairs events written as {@link TraceText#json} wants them. */
    static PairedText of(String lines) throws IOException {
        return of(lines, PairingOptions.TOTALS);
    }

    static PairedText of(String lines, PairingOptions options) throws IOException {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        return of(new ChromeTraceReader("trace.json", new ByteArrayInputStream(json)), options);
    }

    static PairedText of(TraceSource source, PairingOptions options) throws IOException {
        return new PairedText(source, options);
    }

    private void append(TraceSource source, Span span) {
        text.append(source.names().get(span.nameIndex())).append(' ');
        text.append(micros(span.startNanos())).append("..").append(micros(span.endNanos()));
        text.append(" self ").append(micros(span.selfNanos()));
        text.append(" depth ").append(span.depth());
        text.append(span.unfinished() ? " unfinished" : "");
        text.append('\n');
    }

    private static String micros(long nanos) {
        return BigDecimal.valueOf(nanos, 3).stripTrailingZeros().toPlainString();
    }

    PairingCounts counts() {
        return pairing.counts();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
