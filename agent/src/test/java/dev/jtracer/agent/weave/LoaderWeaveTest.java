// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Weaving of class loaders; {@link RetransformBatchesTest} tests its effect in a JVM of its own. */
class LoaderWeaveTest {
    private static final String HIDING = "com.acme.HidingLoader";

    @Test
    void classLoader_isWovenThoughNotIncluded() {
        WovenClasses classes = WovenClasses.including("org.other");

        assertThat(classes.weave(HIDING, WovenClasses.renamedClassFile(HidingLoader.class)))
                .isNotNull();
        assertThat(classes.counters.loadersWoven()).isEqualTo(1);
        assertThat(classes.counters.classesWoven()).isZero();
    }

    @Test
    void subclass_isKnownByItsSuperClass() {
        WovenClasses classes = WovenClasses.including("org.other");
        byte[] sub = WovenClasses.renamedClassFile(HidingLoader.Sub.class);

        assertThat(classes.weave("com.acme.HidingLoader$Sub", sub)).isNull();
        classes.weave(HIDING, WovenClasses.renamedClassFile(HidingLoader.class));
        assertThat(classes.weave("com.acme.HidingLoader$Sub", sub)).isNotNull();
        assertThat(classes.counters.loadersWoven()).isEqualTo(2);
    }

    @Test
    void otherClasses_areLeftAlone() {
        WovenClasses classes = WovenClasses.including("org.other");

        assertThat(classes.weave("com.acme.KindsOfMethods", WovenClasses.renamedClassFile(KindsOfMethods.class)))
                .isNull();
        assertThat(classes.counters.loadersWoven()).isZero();
    }

    @Test
    void includedLoader_isTracedToo() throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(HidingLoader.class);

        assertThat(classes.callsOf(HIDING, "findMissing")).isEqualTo("""
                        HidingLoader.findMissing
                          HidingLoader.<init>
                          HidingLoader.loadClass threw
                        """);
        assertThat(classes.counters.loadersWoven()).isEqualTo(1);
    }
}
