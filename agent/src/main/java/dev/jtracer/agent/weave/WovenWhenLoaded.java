// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.LoaderMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes that were woven while they were loaded. All lambdas that they ever made are wrapped, even when another
 * agent has them retransformed or a debugger replaces their code. Thread-safe.
 */
final class WovenWhenLoaded {
    private final LoaderMap<Set<String>> namesByLoader = new LoaderMap<>();

    void add(ClassLoader loader, String className) {
        Set<String> names = namesByLoader.get(loader);
        if (names == null) {
            names = namesByLoader.add(loader, ConcurrentHashMap.newKeySet());
        }
        names.add(className);
    }

    boolean contains(ClassLoader loader, String className) {
        Set<String> names = namesByLoader.get(loader);
        return names != null && names.contains(className);
    }
}
