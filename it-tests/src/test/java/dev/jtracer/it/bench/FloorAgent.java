// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** The least that a tracer of durations can do: two clock readings a call, not stored. Its argument is a package. */
public final class FloorAgent {
    private FloorAgent() {}

    public static void premain(String packageName, Instrumentation instrumentation) {
        String prefix = packageName.replace('.', '/') + '/';
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte @Nullable [] transform(
                    @Nullable ClassLoader loader,
                    @Nullable String name,
                    @Nullable Class<?> redefined,
                    @Nullable ProtectionDomain domain,
                    byte[] bytes) {
                return name != null && name.startsWith(prefix) ? FloorWeaver.weave(bytes) : null;
            }
        });
    }
}
