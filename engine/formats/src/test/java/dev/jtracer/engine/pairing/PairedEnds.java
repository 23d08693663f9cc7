// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import dev.jtracer.engine.TraceText;
import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The arguments of the begin and the end of each span, a line a span. */
final class PairedEnds {
    private final StringBuilder text = new StringBuilder();

    private PairedEnds(String lines) throws IOException {
        byte[] json = TraceText.json(lines).getBytes(StandardCharsets.UTF_8);
        ChromeTraceReader reader = new ChromeTraceReader("trace.json", new ByteArrayInputStream(json));
        SpanPairing pairing = new SpanPairing(
                span -> {
                    text.append(args(span.begin())).append(' ').append(args(span.end()));
                    text.append('\n');
                },
                new PairingOptions(true, true, true),
                reader.names(),
                reader.tracks());
        reader.read(pairing::accept);
        pairing.finish();
    }

    static PairedEnds of(String lines) throws IOException {
        return new PairedEnds(lines);
    }

    private static String args(@Nullable TraceEvent event) {
        return event == null ? "{}" : event.args().toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
