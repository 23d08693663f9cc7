// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.json.JsonTape;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/**
 * Reads a trace in Chrome's JSON format, plain or gzip: a list of events, or an object with the list in
 * {@code traceEvents}.
 *
 * <p>Reads as a stream; memory grows with the different names and ids, not with the events. A missing {@code ]}, a comma
 * too many and an end in the middle of an event are no errors: all complete events are delivered. Events that make no sense
 * are left out and counted.
 */
public final class ChromeTraceReader implements TraceSource {
    // Members beside the events that may be as large as these, and that nobody here understands yet.
    private static final Set<String> UNSUPPORTED_SECTIONS = Set.of(
            "samples",
            "stackFrames",
            "systemTraceEvents",
            "powerTraceAsString",
            "controllerTraceDataKey",
            "androidProcessDump",
            "cgroupDump");

    /* The parser's limits on nesting, numbers and strings are left as they are: they keep a hostile file from taking all
     * memory. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final String source;
    private final InputStream in;
    private final StringTable names = new StringTable();
    private final StringTable symbols = new StringTable();
    private final TrackTable tracks = new TrackTable();

    /**
     * A reader of a stream, which {@link #read} closes.
     *
     * @param source name for messages
     */
    public ChromeTraceReader(String source, InputStream in) {
        this.source = source;
        this.in = in;
    }

    /** A reader of a file. */
    public static ChromeTraceReader open(Path file) throws IOException {
        return new ChromeTraceReader(file.toString(), new BufferedInputStream(Files.newInputStream(file), 1 << 16));
    }

    @Override
    public StringTable names() {
        return names;
    }

    @Override
    public StringTable symbols() {
        return symbols;
    }

    @Override
    public TrackTable tracks() {
        return tracks;
    }

    @Override
    public ImportReport read(Consumer<? super TraceEvent> consumer) throws IOException {
        try (in;
                TraceInput input = TraceInput.of(in);
                JsonParser parser = FACTORY.createParser((InputStream) input)) {
            return new Reading(input, parser, consumer).run();
        } catch (ZipException e) {
            throw new TraceSyntaxException(source, "damaged gzip data, " + e.getMessage(), "$", 0, 0);
        }
    }

    /** One pass over the input. */
    private final class Reading {
        private final TraceInput input;
        private final JsonParser parser;
        private final EventParser events;
        private final Consumer<? super TraceEvent> consumer;
        private final JsonTape metadata = new JsonTape();
        private boolean rootSeen;
        private long delivered;

        Reading(TraceInput input, JsonParser parser, Consumer<? super TraceEvent> consumer) {
            this.input = input;
            this.parser = parser;
            this.consumer = consumer;
            this.events = new EventParser(parser, names, symbols, tracks);
        }

        ImportReport run() throws IOException {
            boolean truncated = !readToEnd() || input.cutOff();
            if (truncated) {
                events.count(ImportProblem.TRUNCATED);
            }
            return new ImportReport(delivered, truncated, metadata.toArgs(), events.problems());
        }

        private boolean readToEnd() throws IOException {
            try {
                return readRoot();
            } catch (StreamConstraintsException e) {
                throw syntaxError(e.getOriginalMessage());
            } catch (JsonProcessingException e) {
                // The parser asks for more only when it has used up everything: what it misses lies behind the end.
                if (rootSeen && input.atEnd()) {
                    return false;
                }
                throw syntaxError(e.getOriginalMessage());
            }
        }

        private boolean readRoot() throws IOException {
            JsonToken root = parser.nextToken();
            if (root == null) {
                return false;
            }
            rootSeen = root.isStructStart();
            if (root == JsonToken.START_ARRAY) {
                readEvents();
                return true;
            }
            if (root != JsonToken.START_OBJECT) {
                throw syntaxError("expected a list of events, or an object with 'traceEvents'");
            }
            if (!readContainer()) {
                throw syntaxError("no 'traceEvents'; this is no trace in Chrome's format");
            }
            return true;
        }

        private boolean readContainer() throws IOException {
            boolean found = false;
            for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
                JsonToken value = parser.nextToken();
                if (field.equals("traceEvents")) {
                    if (value != JsonToken.START_ARRAY) {
                        throw syntaxError("expected a list of events");
                    }
                    readEvents();
                    found = true;
                } else if (UNSUPPORTED_SECTIONS.contains(field)) {
                    events.count(ImportProblem.UNSUPPORTED_SECTION);
                    parser.skipChildren();
                } else {
                    metadata.record(parser);
                }
            }
            return found;
        }

        private void readEvents() throws IOException {
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                if (token != JsonToken.START_OBJECT) {
                    events.count(ImportProblem.NOT_AN_EVENT);
                    parser.skipChildren();
                    continue;
                }
                ReadEvent event = events.read();
                if (event != null) {
                    delivered++;
                    consumer.accept(event);
                }
            }
        }

        private TraceSyntaxException syntaxError(String problem) {
            String firstLine = problem.lines().findFirst().orElse("damaged");
            String lowerCase = Character.toLowerCase(firstLine.charAt(0)) + firstLine.substring(1);
            return new TraceSyntaxException(
                    source,
                    lowerCase,
                    path(parser.getParsingContext()),
                    parser.currentLocation().getLineNr(),
                    parser.currentLocation().getColumnNr());
        }

        private static String path(JsonStreamContext context) {
            if (context.inRoot()) {
                return "$";
            }
            String outer = path(context.getParent());
            if (context.inArray()) {
                return outer + "[" + context.getCurrentIndex() + "]";
            }
            return context.getCurrentName() == null ? outer : outer + "." + context.getCurrentName();
        }
    }
}
