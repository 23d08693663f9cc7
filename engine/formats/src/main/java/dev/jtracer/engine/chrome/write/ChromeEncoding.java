// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.write;

import dev.jtracer.engine.event.ByIndex;
import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.SpanWords;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.json.JsonText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bytes that the events of a name, and the events of a track, share: encoded once, copied for each event. */
final class ChromeEncoding {
    private final StringTable names;
    private final TrackTable tracks;
    private final ByIndex<byte[]> namesByIndex = new ByIndex<>();
    /** The bytes after the names of requests and statements. */
    private final ByIndex<byte[]> contextEndingsByIndex = new ByIndex<>();

    private final ByIndex<byte[]> addedArgumentsByIndex = new ByIndex<>();
    private final ByIndex<byte[]> fieldsByTrack = new ByIndex<>();
    private final RowNames rowNames = new RowNames();

    ChromeEncoding(StringTable names, TrackTable tracks) {
        this.names = names;
        this.tracks = tracks;
    }

    /** Returns the escaped characters of a name. */
    byte[] name(int nameIndex) {
        byte[] encoded = namesByIndex.get(nameIndex);
        return encoded != null ? encoded : namesByIndex.put(nameIndex, encodeName(nameIndex));
    }

    /**
     * Returns the bytes after the name of a request or a statement, in the event that begins its call; null for any
     * other name. The name must have been encoded.
     */
    byte @Nullable [] contextEnding(int nameIndex) {
        return contextEndingsByIndex.get(nameIndex);
    }

    /** Returns the bytes after the name of a call, in the event that begins it with a text of its arguments. */
    byte[] argumentsEnding(int textIndex) {
        return JsonText.ending(Map.of(TraceWords.ARGUMENTS, names.site(textIndex)));
    }

    /** Returns the bytes after the name of a call with further arguments, in the event that begins it. */
    byte[] beginEnding(int nameIndex, int flags, Map<String, ?> args) {
        Map<String, Object> all = SpanWords.arguments(flags);
        all.putAll(contextArguments(nameIndex));
        addOthers(all, args);
        return JsonText.ending(all);
    }

    /** Returns the bytes after the name of a call with further arguments, in the event that ends it. */
    static byte[] exitEnding(int flags, Map<String, ?> args) {
        Map<String, Object> all = SpanWords.arguments(flags);
        addOthers(all, args);
        return JsonText.ending(all);
    }

    /** Adds arguments; under another key those of other tools by which a call would be read as a row or a request. */
    private static void addOthers(Map<String, Object> all, Map<String, ?> args) {
        for (Map.Entry<String, ?> arg : args.entrySet()) {
            boolean isWord = SpanWords.isOfRow(arg.getKey(), arg.getValue())
                    || arg.getKey().equals(TraceWords.KIND)
                            && NameKind.of(String.valueOf(arg.getValue())) != NameKind.METHOD;
            all.put(isWord ? arg.getKey() + "_" : arg.getKey(), arg.getValue());
        }
    }

    /** Returns the bytes after the number of a call's arrows, in the event that begins it. */
    static byte[] boundEnding(boolean out, boolean in, Map<String, ?> args) {
        StringBuilder json = new StringBuilder("\"");
        json.append(in ? ",\"flow_in\":true" : "").append(out ? ",\"flow_out\":true" : "");
        if (!args.isEmpty()) {
            Map<String, Object> all = new LinkedHashMap<>();
            addOthers(all, args);
            json.append(",\"args\":").append(JsonText.json(all));
        }
        return JsonText.bytes(json.append('}').toString());
    }

    private byte[] encodeName(int nameIndex) {
        if (names.kind(nameIndex) != NameKind.METHOD) {
            contextEndingsByIndex.put(nameIndex, JsonText.ending(contextArguments(nameIndex)));
        }
        return JsonText.escaped(names.get(nameIndex));
    }

    /** Returns the parts of the name of a request or a statement, and its kind, which tells that it is no method. */
    private Map<String, Object> contextArguments(int nameIndex) {
        NameKind kind = names.kind(nameIndex);
        Map<String, Object> args = new LinkedHashMap<>(kind.arguments(names.get(nameIndex)));
        if (kind != NameKind.METHOD) {
            args.put(TraceWords.KIND, kind.word());
        }
        return args;
    }

    /**
     * Returns the arguments that a name gives in addition to others, with the comma before each: the parts of the
     * name of a request or a statement, and the pass site of a callback. Empty if there are none.
     */
    byte[] addedArguments(int nameIndex) {
        byte[] encoded = addedArgumentsByIndex.get(nameIndex);
        return encoded != null ? encoded : addedArgumentsByIndex.put(nameIndex, encodeAddedArguments(nameIndex));
    }

    private byte[] encodeAddedArguments(int nameIndex) {
        Map<String, Object> args = contextArguments(nameIndex);
        String site = names.site(nameIndex);
        if (!site.isEmpty()) {
            args.put(TraceWords.SITE, site);
        }
        if (args.isEmpty()) {
            return new byte[0];
        }
        byte[] object = JsonText.value(args);
        byte[] encoded = Arrays.copyOf(object, object.length - 1); // without the closing brace
        encoded[0] = ',';
        return encoded;
    }

    /**
     * Returns the bytes between the time and the name of a span on a track.
     *
     * <p>{@code id2.local}, because viewers draw a plain {@code id} outside of its process; a constant {@code cat},
     * because they key rows by category and id, so that a second category would split a thread in two.
     */
    byte[] spanFields(int track) {
        byte[] encoded = fieldsByTrack.get(track);
        return encoded != null ? encoded : fieldsByTrack.put(track, encodeSpanFields(track));
    }

    private byte[] encodeSpanFields(int index) {
        Track track = tracks.get(index);
        return JsonText.bytes(",\"pid\":" + track.pid() + ",\"tid\":" + track.tid()
                + ",\"cat\":\"java\",\"id2\":{\"local\":\"0x" + Long.toHexString(track.tid()) + "\"},\"name\":\"");
    }

    /** Returns the name of the span around a thread's calls, which is that of its row in Perfetto and catapult. */
    String rowName(Track thread, String name) {
        // One name for all virtual threads, because Perfetto packs rows of one name into lanes.
        if (thread.kind() == Track.Kind.VIRTUAL_THREAD) {
            return TraceWords.VIRTUAL_THREADS;
        }
        String own = rowNames.of(thread.pid(), thread.tid(), name);
        // Perfetto sorts these rows by name: a blank, which its page does not show, puts the main thread first.
        return own.equals(RowNames.MAIN_THREAD) ? " " + own : own;
    }

    /** Returns the track itself, for data written once per thread. */
    Track track(int index) {
        return tracks.get(index);
    }
}
