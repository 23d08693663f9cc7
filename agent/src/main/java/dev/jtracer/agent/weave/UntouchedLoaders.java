// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import org.jspecify.annotations.Nullable;

/** The class loaders whose classes are left alone: the bootstrap and the platform loader, and the agent's own. */
public final class UntouchedLoaders {
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final @Nullable ClassLoader OWN = UntouchedLoaders.class.getClassLoader();

    private UntouchedLoaders() {}

    public static boolean contain(@Nullable ClassLoader loader) {
        return loader == null || loader == PLATFORM || loader == OWN;
    }
}
