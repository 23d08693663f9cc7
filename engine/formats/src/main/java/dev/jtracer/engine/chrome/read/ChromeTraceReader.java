// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.BuiltSource;
import dev.jtracer.engine.importer.UnifiedTables;
import dev.jtracer.engine.json.JsonTape;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A reader of traces in Chrome's JSON format: a list of events, or an object with the list in {@code traceEvents}.
 *
 * <p>Reads as a stream; memory grows with the different names and ids up to {@link ImportLimits}, not with the
 * events. A missing {@code ]}, an extra comma and an end in the middle of an event are no errors: all complete events
 * are delivered. Invalid events are dropped and counted.
 */
public final class ChromeTraceReader extends BuiltSource<UnifiedTables> {
    /** Members that are traces in other formats, without a reader here. */
    private static final Set<String> OTHER_TRACES = Set.of(
            "systemTraceEvents",
            "powerTraceAsString",
            "controllerTraceDataKey",
            "androidProcessDump",
            "cgroupDump",
            "battorLogAsString");

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\x{2028}\\x{2029}\\x{85}]");
    private static final int EVENTS_BETWEEN_QUESTIONS = 64;
    private static final int MAX_UNREAD_SECTIONS = 100;
    private static final int MAX_NAME_CHARS = 100;
    private static final Set<String> TIME_UNITS = Set.of("ms", "ns");

    /* Bounds for hostile files: nesting takes stack, long numbers take quadratic time, strings take memory. */
    private static final StreamReadConstraints CONSTRAINTS = StreamReadConstraints.builder()
            .maxNestingDepth(256)
            .maxNumberLength(1_000)
            .maxStringLength(20_000_000)
            .maxNameLength(ImportLimits.MAX_NAME_LENGTH)
            .build();

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(CONSTRAINTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final String source;
    private final InputStream in;
    private final ImportLimits limits;
    private final boolean scanning;
    private final boolean prefetch;
    private final EventAssembler assembler;
    private final JsonTape metadata;
    private final Set<String> unreadSections = new LinkedHashSet<>();
    private EventConsumer sink = event -> {};
    private long delivered;
    /** Whether no further event is needed. */
    private boolean done;

    /** Creates a reader of a stream, which {@link #read} closes; messages name it by {@code source}. */
    public ChromeTraceReader(String source, InputStream in) {
        this(source, in, ImportLimits.DEFAULT);
    }

    /** Creates a reader of a stream, which {@link #read} closes, with limits. */
    public ChromeTraceReader(String source, InputStream in, ImportLimits limits) {
        this(source, in, limits, true, false);
    }

    /**
     * @param scanning whether events of the usual form are read without the parser, with the same result
     * @param prefetch whether to read a large trace on a thread of its own, while the consumer runs on the caller's
     */
    ChromeTraceReader(String source, InputStream in, ImportLimits limits, boolean scanning, boolean prefetch) {
        this(source, in, limits, new EventAssembler(limits), scanning, prefetch);
    }

    private ChromeTraceReader(
            String source,
            InputStream in,
            ImportLimits limits,
            EventAssembler assembler,
            boolean scanning,
            boolean prefetch) {
        super(assembler);
        this.assembler = assembler;
        this.source = source;
        this.in = in;
        this.limits = limits;
        this.scanning = scanning;
        this.prefetch = prefetch;
        this.metadata = new JsonTape(limits.maxDetailChars());
    }

    @Override
    public ImportReport read(EventConsumer consumer) throws IOException {
        sink = consumer;
        boolean truncated;
        try (in;
                Utf8Input text = TraceInput.text(source, in, limits.maxBytes());
                ByteWindow window = new ByteWindow(text);
                JsonParser parser = FACTORY.createParser((InputStream) window)) {
            truncated = !read(window, new Document(window, parser));
            if (text.replacements() > 0) {
                assembler.problems().count(ImportProblem.BAD_TEXT, text.replacements());
            }
        } catch (ZipException e) {
            throw new TraceSyntaxException(source, String.valueOf(e.getMessage()));
        } catch (CharConversionException e) {
            throw new TraceSyntaxException(source, "no text in a known encoding, " + e.getMessage());
        }
        if (truncated) {
            assembler.problems().count(ImportProblem.TRUNCATED, 1);
        }
        return new ImportReport(
                delivered,
                truncated,
                metadata.toArgs(),
                assembler.problems().counts(),
                assembler.problems().examples(),
                List.copyOf(unreadSections),
                List.of());
    }

    private boolean read(ByteWindow window, Document document) throws IOException {
        if (!prefetch || window.loadAll()) {
            return document.readToEnd();
        }
        PrefetchedEvents thread = new PrefetchedEvents(source, assembler, sink, document::readToEnd);
        sink = thread;
        return thread.run();
    }

    private void addUnread(String section) {
        if (unreadSections.size() < MAX_UNREAD_SECTIONS) {
            unreadSections.add(section);
        }
    }

    private void deliver(@Nullable TraceEvent event) {
        if (event != null) {
            delivered++;
            sink.accept(event);
            done = done || delivered % EVENTS_BETWEEN_QUESTIONS == 0 && sink.isDone();
        }
    }

    /** The JSON document of a trace. */
    private final class Document {
        private final ByteWindow window;
        private final JsonParser parser;
        private final ParserPosition place;
        private final EventParser events;
        private final EventScanner scanner;
        private boolean rootSeen;
        /** Whether the root has been read. */
        private boolean ended;
        /** Whether the root is an object. */
        private boolean container;
        /** Whether the list of events is being read. */
        private boolean inEvents;
        /** Whether the list of events has been read, or the samples. */
        private boolean found;
        /** Offset in the input of the entry that the parser is reading; -1 between entries. */
        private long entryOffset = -1;
        /** Number of entries of the parser's current list that the scanner has read. */
        private long scannedEntries;

        Document(ByteWindow window, JsonParser parser) {
            this(window, parser, new ParserPosition(parser, window, 1, 0, 0));
        }

        private Document(ByteWindow window, JsonParser parser, ParserPosition place) {
            this.window = window;
            this.parser = parser;
            this.place = place;
            this.events = new EventParser(parser, assembler);
            this.scanner = new EventScanner(window, assembler);
            assembler.placeExamples(what -> source + " line " + place.line() + ": " + printable(what));
        }

        /** Reads what can be read. Returns false if the document ends in the middle. */
        boolean readToEnd() throws IOException {
            Document part = this;
            while (true) {
                try {
                    return part == this ? part.readRoot() : part.readRest();
                } catch (StreamConstraintsException e) {
                    throw part.syntaxError(JsonFault.describe(e));
                } catch (JsonProcessingException e) {
                    // The parser reads on only when it has consumed everything, so missing bytes are beyond the end.
                    if (part.rootSeen && !part.ended && window.atEnd()) {
                        return false;
                    }
                    TraceSyntaxException damage = part.syntaxError(JsonFault.describe(e));
                    Document next = part.rootSeen ? part.behindDamage(damage) : null;
                    if (next == null && delivered == 0) {
                        throw damage;
                    }
                    if (next == null) {
                        return true;
                    }
                    part = next;
                }
            }
        }

        /** Counts the damage and continues at the first event behind its beginning; null if there is none. */
        private @Nullable Document behindDamage(TraceSyntaxException damage) throws IOException {
            long offset = place.offset();
            int line = place.line();
            assembler.countDamage(source + " line " + damage.line() + ", column " + damage.column() + ", byte "
                    + (offset - 1) + ": " + damage.problem());
            if (found) {
                return null; // the file's data about itself behind its events
            }
            // A quote that is missing makes a text of the events that follow: they may lie before the damage.
            long start = inEvents && entryOffset >= 0 ? entryOffset + 1 : ended ? offset - 1 : offset;
            ResumedEvents search = new ResumedEvents(window, scanner, assembler, start, line, offset);
            if (!search.find(!inEvents)) {
                return null;
            }
            deliver(assembler.complete());
            int resumedLine = search.line();
            long lineStart = search.lineStart();
            while (!done && scanner.scan()) {
                resumedLine += scanner.lines();
                lineStart = scanner.lines() > 0 ? scanner.lastLineStart() : lineStart;
                deliver(assembler.complete());
            }
            if (done) {
                return null;
            }
            byte[] prefix = (container ? "{\"traceEvents\":[null" : "[null").getBytes(StandardCharsets.US_ASCII);
            long notParsed = window.streamed() - prefix.length;
            JsonParser rest = FACTORY.createParser(new SequenceInputStream(new ByteArrayInputStream(prefix), window));
            Document next =
                    new Document(window, rest, new ParserPosition(rest, window, resumedLine, lineStart, notParsed));
            next.rootSeen = true;
            next.container = container;
            return next;
        }

        /** Reads on behind an event that the scanner has read. */
        private boolean readRest() throws IOException {
            parser.nextToken();
            if (container) {
                parser.nextToken();
                parser.nextToken();
            }
            parser.nextToken(); // the entry that represents all entries before
            readEvents(false);
            found = true;
            if (container) {
                readMembers();
            }
            requireEnd();
            return true;
        }

        /** Takes what stands behind the trace for damage. In a list it may be read on behind a bracket too much. */
        private void requireEnd() throws IOException {
            ended = true;
            if (!done && parser.nextToken() != null) {
                throw new JsonParseException(parser, "more behind the end of the trace");
            }
        }

        private boolean readRoot() throws IOException {
            JsonToken root = parser.nextToken();
            if (root == null) {
                return false;
            }
            rootSeen = root.isStructStart();
            if (root == JsonToken.START_ARRAY) {
                readEvents(true);
                requireEnd();
                return true;
            }
            if (root == JsonToken.START_OBJECT) {
                container = true;
                readMembers();
                if (!found) {
                    throw syntaxError("no 'traceEvents', so this is no trace in Chrome's format");
                }
                requireEnd();
                return true;
            }
            if (root == JsonToken.VALUE_STRING && resemblesTrace(parser.getText())) {
                return readText(parser.getText());
            }
            throw syntaxError("expected a list of events, or an object with 'traceEvents'");
        }

        private static boolean resemblesTrace(String text) {
            String start = text.stripLeading();
            return start.startsWith("[") || start.startsWith("{");
        }

        private boolean readText(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            try (ByteWindow inner = new ByteWindow(new ByteArrayInputStream(bytes));
                    JsonParser innerParser = FACTORY.createParser((InputStream) inner)) {
                return new Document(inner, innerParser).readToEnd();
            }
        }

        private void readMembers() throws IOException {
            for (String field = nextField(); field != null; field = nextField()) {
                JsonToken value = parser.nextToken();
                switch (field) {
                    case "traceEvents" -> {
                        requireList(value);
                        readEvents(false);
                        found = true;
                    }
                    case "samples" -> found |= readSamples(value);
                    case "dataQuality" -> throw syntaxError("a report of jtracer, not a trace");
                    case "stackFrames" -> events.readStackFrames();
                    default -> readMember(field, value);
                }
            }
        }

        private @Nullable String nextField() throws IOException {
            return done ? null : parser.nextFieldName();
        }

        private void readMember(String field, JsonToken value) throws IOException {
            if (OTHER_TRACES.contains(field)) {
                assembler.count(ImportProblem.UNSUPPORTED_SECTION, "section '" + field + "'");
                addUnread(field);
                parser.skipChildren();
                return;
            }
            if (field.equals("displayTimeUnit")
                    && !(value == JsonToken.VALUE_STRING && TIME_UNITS.contains(parser.getText()))) {
                assembler.count(ImportProblem.UNKNOWN_TIME_UNIT, "unit '" + parser.getText() + "'");
            }
            if (!metadata.record(parser)) {
                assembler.count(ImportProblem.SECTION_TOO_LARGE, "section '" + field + "'");
                addUnread(field);
            }
        }

        private void requireList(JsonToken value) throws TraceSyntaxException {
            if (value != JsonToken.START_ARRAY) {
                throw syntaxError("expected a list of events");
            }
        }

        /** Returns whether these may be a trace's samples; samples of V8's CPU profiles are numbers. */
        private boolean readSamples(JsonToken value) throws IOException {
            requireList(value);
            boolean empty = true;
            boolean anyObject = false;
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                readEntry(token, Phase.SAMPLE);
                if (done) {
                    return true;
                }
                empty = false;
                anyObject |= token == JsonToken.START_OBJECT;
            }
            return empty || anyObject;
        }

        /** Reads the list at the parser's position, {@code anonymous} if nothing has called it one of events. */
        private void readEvents(boolean anonymous) throws IOException {
            inEvents = true;
            boolean first = true;
            // The parser always reads the first entry, so that it expects a comma afterwards, like the scanner.
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                readEntry(token, null);
                if (first && anonymous && !(token == JsonToken.START_OBJECT && assembler.hasPhase())) {
                    throw syntaxError("the first entry of the list is no event; this is no trace in Chrome's format");
                }
                first = false;
                if (scanning && place.handBack()) {
                    scanEvents();
                }
                if (done) {
                    break;
                }
            }
            scannedEntries = 0;
            inEvents = false;
        }

        private void scanEvents() throws IOException {
            while (!done && scanner.scan()) {
                scannedEntries++;
                entryOffset = -1;
                place.skipLines(scanner.lines(), scanner.lastLineStart());
                deliver(assembler.complete());
            }
        }

        private void readEntry(JsonToken token, @Nullable Phase phase) throws IOException {
            entryOffset = place.tokenOffset();
            if (token == JsonToken.START_OBJECT) {
                deliver(events.read(phase));
                entryOffset = -1;
            } else {
                assembler.count(ImportProblem.NOT_AN_EVENT, "entry that is no JSON object");
                parser.skipChildren();
                parser.finishToken(); // else the scanner would continue inside a text
            }
        }

        private TraceSyntaxException syntaxError(String problem) {
            return new TraceSyntaxException(
                    source,
                    UNPRINTABLE.matcher(problem).replaceAll("?"),
                    path(parser.getParsingContext()),
                    place.line(),
                    place.column());
        }

        private String path(JsonStreamContext context) {
            if (context.inRoot()) {
                return "$";
            }
            String outer = path(context.getParent());
            if (context.inArray()) {
                // The outermost array is the list that the scanner reads too.
                long scanned = outer.indexOf('[') < 0 ? scannedEntries : 0;
                return outer + "[" + (context.getCurrentIndex() + scanned) + "]";
            }
            return context.getCurrentName() == null ? outer : outer + "." + printable(context.getCurrentName());
        }

        /** Escapes a name from the file, which could otherwise break the line or control the terminal. */
        private static String printable(String name) {
            String start = name.length() > MAX_NAME_CHARS ? name.substring(0, MAX_NAME_CHARS) + "..." : name;
            return UNPRINTABLE.matcher(start).replaceAll("?");
        }
    }
}
