// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ByteWindowTest {
    private static final int SIZE = 300_000;
    private static final int EVENT = 150;

    @Test
    void prefetch_cutsNoEventBeforeTheEnd() throws IOException {
        ByteWindow window = new ByteWindow(new ByteArrayInputStream(new byte[SIZE]));
        window.loadAll();

        int events = 0;
        for (; window.offset(window.limit()) < SIZE; events++) {
            window.prefetch();
            assertThat(window.limit() - window.position()).isGreaterThan(EVENT);
            window.moveTo(window.position() + EVENT);
        }
        assertThat(events).isGreaterThan(1_000);
    }

    @Test
    void failureOfPrefetch_isThrownByTheReadThatGetsToIt() throws IOException {
        byte[] text = new byte[SIZE];
        Arrays.fill(text, (byte) 'x');
        InputStream broken = InputStream.nullInputStream();
        broken.close();
        ByteWindow window = new ByteWindow(new SequenceInputStream(new ByteArrayInputStream(text), broken));
        window.loadAll();

        while (window.offset(window.position()) < SIZE) {
            window.prefetch();
            assertThat(window.limit()).isGreaterThan(window.position());
            assertThat(window.bytes()[window.limit()]).as("padding").isZero();
            window.moveTo(window.position() + EVENT);
        }
        window.prefetch();
        assertThatIOException().isThrownBy(window::loadMore).withMessage("Stream closed");
    }
}
