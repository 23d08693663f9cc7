// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VirtualNamesTest {
    private static final int THREADS = 10_000;

    @BeforeEach
    @AfterEach
    void restart() {
        VirtualNames.restart();
        VirtualNames.clearDropped();
    }

    @Test
    void dropped_areThreadsHoweverOftenTheyAreMounted() {
        Thread named = new Thread("worker");
        for (int mount = 0; mount < 5; mount++) {
            for (long id = 1; id <= THREADS; id++) {
                VirtualNames.announce(named, id);
            }
        }

        int announced = 0;
        for (VirtualNames.Named name = VirtualNames.takeUnread(); name != null; name = name.next()) {
            announced++;
        }
        assertThat(announced).isEqualTo(VirtualNames.MOST);
        assertThat(VirtualNames.dropped()).isEqualTo(THREADS - VirtualNames.MOST);
    }
}
