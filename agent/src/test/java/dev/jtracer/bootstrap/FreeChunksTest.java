// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FreeChunksTest {
    private static final int CHUNKS = 100;
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final long memory = UNSAFE.allocateMemory((long) CHUNKS * RecordLayout.CHUNK_HEADER_BYTES);
    private final FreeChunks chunks = new FreeChunks(addresses());

    private long[] addresses() {
        long[] addresses = new long[CHUNKS];
        for (int i = 0; i < CHUNKS; i++) {
            addresses[i] = memory + (long) i * RecordLayout.CHUNK_HEADER_BYTES;
        }
        return addresses;
    }

    @AfterEach
    void free() {
        UNSAFE.freeMemory(memory);
    }

    @Test
    void count_followsEachChunk() {
        assertThat(chunks.count()).isZero();
        for (int i = 1; i <= CHUNKS; i++) {
            chunks.push(i);
            assertThat(chunks.count()).isEqualTo(i);
        }
        for (int i = CHUNKS; i > 0; i--) {
            assertThat(chunks.take()).isEqualTo(i);
            assertThat(chunks.count()).isEqualTo(i - 1);
        }
        assertThat(chunks.isEmpty()).isTrue();
        assertThat(chunks.take()).isZero();

        chunks.push(7);
        chunks.clear();
        assertThat(chunks.count()).isZero();
    }

    @Test
    void count_isInRangeWhileOthersTake() throws InterruptedException {
        for (int i = 1; i <= CHUNKS; i++) {
            chunks.push(i);
        }
        AtomicBoolean end = new AtomicBoolean();
        List<Integer> given = new ArrayList<>();
        List<Thread> takers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread taker = new Thread(() -> {
                while (!end.get()) {
                    int link = chunks.take();
                    if (link != 0) {
                        // As a thread that records overwrites the header.
                        UNSAFE.putLong(addresses()[link - 1] + RecordLayout.FREE_LINK, -1L);
                        synchronized (given) {
                            given.add(link);
                        }
                    }
                }
            });
            taker.start();
            takers.add(taker);
        }
        for (int i = 0; i < 100_000; i++) {
            assertThat(chunks.count()).isBetween(0, CHUNKS);
            synchronized (given) {
                given.forEach(chunks::push);
                given.clear();
            }
        }
        end.set(true);
        for (Thread taker : takers) {
            taker.join();
        }
        given.forEach(chunks::push);

        assertThat(chunks.count()).isEqualTo(CHUNKS);
    }
}
