// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.handler.totals.Histogram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of values in one of two directions. A method writes its argument and returns it, or ignores it and
 * returns what it reads. So one description of a value serves both directions, and what is read cannot differ from
 * what was written. A text is written where it first occurs, and by its number afterwards.
 */
final class Coding {
    private final @Nullable PartialInput in;
    private final PartialOutput out = new PartialOutput();
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> textNumbers = new HashMap<>();

    /** A description of a value. */
    @FunctionalInterface
    interface Part<T> {
        /** Writes a value and returns it, or returns the value that it reads. */
        T code(T value) throws PartialFormatException;
    }

    Coding() {
        in = null;
    }

    Coding(PartialInput in) {
        this.in = in;
    }

    boolean isReading() {
        return in != null;
    }

    /** Codes a number that is at least 0 and seldom large. */
    long count(long value) throws PartialFormatException {
        if (in != null) {
            return in.readCount();
        }
        out.writeUnsigned(value);
        return value;
    }

    /** Codes a number that is as often below 0 as above. */
    long signed(long value) throws PartialFormatException {
        if (in != null) {
            return in.readSigned();
        }
        out.writeSigned(value);
        return value;
    }

    /** Codes an index below a bound, which is checked where it is read. */
    int index(int value, int bound) throws PartialFormatException {
        if (in != null) {
            return in.readIndex(bound);
        }
        out.writeUnsigned(value);
        return value;
    }

    /** Codes a number of items that follow. */
    int length(int value) throws PartialFormatException {
        if (in != null) {
            return in.readLength();
        }
        out.writeUnsigned(value);
        return value;
    }

    boolean flag(boolean value) throws PartialFormatException {
        return index(value ? 1 : 0, 2) == 1;
    }

    String text(String value) throws PartialFormatException {
        int number = index(textNumbers.getOrDefault(value, texts.size()), texts.size() + 1);
        if (number < texts.size()) {
            return texts.get(number);
        }
        String text = value;
        if (in != null) {
            text = in.readText();
        } else {
            out.writeText(value);
            textNumbers.put(value, number);
        }
        texts.add(text);
        return text;
    }

    /** Codes one of some constants by its name. */
    <E extends Enum<E>> E constant(E value, E[] constants) throws PartialFormatException {
        String name = text(value.name());
        for (E constant : constants) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        require(false, "a name is unknown");
        return value;
    }

    Histogram histogram(Histogram value) throws PartialFormatException {
        if (in != null) {
            return in.readHistogram();
        }
        out.writeHistogram(value);
        return value;
    }

    /** Writes each of some values, or passes each that it reads to a consumer; reading ignores {@code none}. */
    <T> void each(Collection<? extends T> values, T none, Part<T> part, Consumer<T> read)
            throws PartialFormatException {
        int length = length(values.size());
        if (in == null) {
            for (T value : values) {
                part.code(value);
            }
            return;
        }
        for (int left = length; left > 0; left--) {
            read.accept(part.code(none));
        }
    }

    /** Codes a list; reading ignores {@code none}. */
    <T> List<T> list(List<T> values, T none, Part<T> part) throws PartialFormatException {
        List<T> read = new ArrayList<>();
        each(values, none, part, read::add);
        return in == null ? values : read;
    }

    /** Throws an exception that names a complaint unless a condition holds, where bytes are read. */
    void require(boolean holds, String complaint) throws PartialFormatException {
        if (in != null) {
            in.require(holds, complaint);
        }
    }

    /** Returns a head, then what was written, compressed by gzip (RFC 1952), whose checksum reveals damage. */
    byte[] deflated(byte... head) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(out.toBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return bytes.toByteArray();
    }
}
