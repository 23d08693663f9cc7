// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.chrome.read.ChromeTraceReader;
import dev.jtracer.engine.event.TraceEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The events of short texts, to be looked at one by one. */
public final class TextEvents {
    private TextEvents() {}

    /** Copies of the events of {@link TraceText#json}. */
    public static List<TraceEvent> of(String lines) {
        return ofJson(TraceText.json(lines));
    }

    /** Copies of the events of a file's text. */
    public static List<TraceEvent> ofJson(String json) {
        List<TraceEvent> events = new ArrayList<>();
        byte[] file = json.getBytes(StandardCharsets.UTF_8);
        try {
            new ChromeTraceReader("trace.json", new ByteArrayInputStream(file)).read(event -> events.add(event.copy()));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a mistake in the test's text
        }
        return events;
    }
}
