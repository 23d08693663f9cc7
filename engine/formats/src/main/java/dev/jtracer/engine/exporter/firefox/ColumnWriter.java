// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.json.RecordBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntUnaryOperator;

/** A writer of JSON tables by column. Allocates nothing for a number. */
final class ColumnWriter {
    private static final byte[] COMMA = JsonText.bytes(",");
    private static final byte[] NULL = JsonText.bytes("null");

    private final RecordBuffer buffer;
    private boolean isFirst = true;

    ColumnWriter(OutputStream out) {
        buffer = new RecordBuffer(out);
    }

    void json(String text) throws IOException {
        byte[] bytes = JsonText.bytes(text);
        buffer.beginRecord(bytes.length);
        buffer.put(bytes);
    }

    /** Begins a column, on a new line. */
    void begin(String name) throws IOException {
        json("\n\"" + name + "\":[");
        isFirst = true;
    }

    /** Ends a column that is followed by another member of its table. */
    void end() throws IOException {
        json("],");
    }

    <T> void column(String name, Iterable<T> items, Cell<T> cell) throws IOException {
        begin(name);
        for (T item : items) {
            cell.write(item);
        }
        end();
    }

    @FunctionalInterface
    interface Cell<T> {
        void write(T item) throws IOException;
    }

    void repeat(String name, String value, int length) throws IOException {
        begin(name);
        byte[] bytes = JsonText.bytes(value);
        for (int i = 0; i < length; i++) {
            item(bytes.length);
            buffer.put(bytes);
        }
        end();
    }

    /** Writes a column of numbers, null for negative ones. */
    void numbers(String name, int length, IntUnaryOperator number) throws IOException {
        begin(name);
        for (int i = 0; i < length; i++) {
            numberOrNull(number.applyAsInt(i));
        }
        end();
    }

    void value(String json) throws IOException {
        byte[] bytes = JsonText.bytes(json);
        item(bytes.length);
        buffer.put(bytes);
    }

    /** Writes a number that is not negative. */
    void number(long number) throws IOException {
        item(0);
        buffer.putNumber(number);
    }

    /** Writes a number, and null for a negative one. */
    void numberOrNull(int number) throws IOException {
        item(NULL.length);
        if (number < 0) {
            buffer.put(NULL);
        } else {
            buffer.putNumber(number);
        }
    }

    /** Writes a time that is not negative. */
    void millis(long nanos) throws IOException {
        item(0);
        buffer.putMillis(nanos);
    }

    /** Ends an object in a column that was itself written by columns. */
    void next() {
        isFirst = false;
    }

    private void item(int length) throws IOException {
        buffer.beginRecord(COMMA.length + length);
        if (!isFirst) {
            buffer.put(COMMA);
        }
        isFirst = false;
    }

    void flush() throws IOException {
        buffer.flush();
    }
}
