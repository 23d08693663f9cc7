// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import static dev.jtracer.engine.importer.TestFiles.bytes;
import static dev.jtracer.engine.importer.TestFiles.gzip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A disk that fails in the middle of a file ends the reading, after the events before it. */
@Timeout(60)
class FailingInputTest {
    private long events;

    private static String json() {
        Random random = new Random(5);
        StringBuilder json = new StringBuilder("[{\"ph\":\"i\",\"ts\":0}");
        for (int i = 1; i < 30_000; i++) {
            json.append(",\n{\"ph\":\"i\",\"ts\":")
                    .append(i)
                    .append(",\"name\":\"n")
                    .append(random.nextInt(1_000_000))
                    .append("\"}");
        }
        return json.append("]").toString();
    }

    @Test
    void json_ends() {
        assertEnds("a.json", bytes(json()));
    }

    @Test
    void gzip_ends() throws IOException {
        assertEnds("a.json.gz", gzip(bytes(json())));
    }

    @Test
    void gzipInGzip_ends() throws IOException {
        assertEnds("a.json.gz.gz", gzip(gzip(bytes(json()))));
    }

    @Test
    void zip_ends() throws IOException {
        assertEnds("a.zip", TestFiles.zip("first.json", json(), "second.json", json()));
    }

    @Test
    void html_ends() {
        String script =
                "<html><script class=\"trace-data\" type=\"application/text\">\n" + json() + "\n</script></html>";
        assertEnds("a.html", bytes("<!DOCTYPE html>\n" + script));
    }

    private void assertEnds(String name, byte[] file) {
        for (int tenths = 1; tenths < 10; tenths++) {
            byte[] start = Arrays.copyOf(file, file.length / 10 * tenths);
            InputStream in = new SequenceInputStream(new ByteArrayInputStream(start), new Failing());
            events = 0;

            assertThatExceptionOfType(IOException.class)
                    .as("%s fails after %d tenths", name, tenths)
                    .isThrownBy(() -> new TraceWalk(ImportOptions.of(Importers.load()))
                            .walk(TraceData.of(name, in), new Counter()))
                    .withMessageContaining("the disk is gone");
            assertThat(events).isGreaterThanOrEqualTo(tenths > 5 ? 10_000 : 0);
        }
    }

    private static final class Failing extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("the disk is gone");
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return read();
        }
    }

    private final class Counter implements TraceWalk.Visitor {
        @Override
        public void trace(TraceData data, FormatImporter format) throws IOException {
            format.open(data).read(event -> events++);
        }

        @Override
        public void failed(String name, IOException failure) {
            assertThat(failure).hasMessageContaining("the disk is gone");
        }

        @Override
        public void cutOff() {}

        @Override
        public void damaged(String name, String damage) {}
    }
}
