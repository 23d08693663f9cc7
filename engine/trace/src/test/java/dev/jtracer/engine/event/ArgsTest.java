// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ArgsTest {
    @Test
    void lazyMembers_areMadeOnceAndWhenAskedFor() {
        AtomicInteger made = new AtomicInteger();
        Args args = Args.lazy(() -> {
            made.incrementAndGet();
            return Map.of("k", "v");
        });

        assertThat(args.isEmpty()).isFalse();
        assertThat(made).hasValue(0);
        assertThat(args.text("k")).isEqualTo("v");
        assertThat(args).isEqualTo(Args.of(Map.of("k", "v"))).hasToString("{k=v}");
        assertThat(made).hasValue(1);
    }

    @Test
    void members_cannotBeChanged() {
        Map<String, Object> given = new HashMap<>(Map.of("k", 1L));
        Args args = Args.of(given);
        Args lazy = Args.lazy(() -> new HashMap<>(Map.of("k", 1L)));
        given.clear();

        assertThat(args).isEqualTo(lazy);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> lazy.asMap().clear());
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> args.asMap().clear());
    }
}
