// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import dev.jtracer.it.harness.TracerJar;
import java.util.List;
import java.util.Locale;

/** The tracer in the JVM of a suite. */
enum Flavour {
    UNTRACED,
    /** All of the library, and its tests, which are in the same packages. */
    TRACED;

    /**
     * Returns the JVM's flags for this.
     *
     * @param options options of the agent
     */
    List<String> flags(Suite suite, String options) {
        return this == UNTRACED
                ? List.of()
                : List.of("-javaagent:" + TracerJar.path() + "=include=" + suite.include() + ",output="
                        + TestJvm.RECORDING + "," + options);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
