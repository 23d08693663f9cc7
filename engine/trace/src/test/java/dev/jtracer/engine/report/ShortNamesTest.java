// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.text.ShortNames;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShortNamesTest {
    private static final ShortNames NAMES = new ShortNames(List.of(
            "com.acme.Cache.find",
            "com.acme.Cache.<init>",
            "com.acme.Cache$Entry.get",
            "java.util.concurrent.ExecutorService.execute[0]",
            "com.acme.List.add",
            "org.foo.List.add",
            "com.acme.Cache$$lambda@App:12",
            "GET /orders/1.json",
            "v8.compile",
            "Cache.put"));

    @Test
    void methods_loseTheirPackages() {
        assertThat(NAMES.apply("com.acme.Cache.find")).isEqualTo("Cache.find");
        assertThat(NAMES.apply("com.acme.Cache.<init>")).isEqualTo("Cache.<init>");
        assertThat(NAMES.apply("com.acme.Cache$Entry.get")).isEqualTo("Cache$Entry.get");
        assertThat(NAMES.apply("java.util.concurrent.ExecutorService.execute[0]"))
                .isEqualTo("ExecutorService.execute[0]");
    }

    @Test
    void namesThatWouldBecomeEqual_stayAsTheyAre() {
        assertThat(NAMES.apply("com.acme.List.add")).isEqualTo("com.acme.List.add");
        assertThat(NAMES.apply("org.foo.List.add")).isEqualTo("org.foo.List.add");
    }

    @Test
    void otherNames_stayAsTheyAre() {
        for (String name : List.of("GET /orders/1.json", "v8.compile", "Cache.put", "never.seen.Name.x")) {
            assertThat(NAMES.apply(name)).isEqualTo(name);
        }
    }
}
