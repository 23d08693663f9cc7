// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.jar.asm.ClassReader;
import org.jspecify.annotations.Nullable;

/**
 * What class files say of types. Each is read once: finding one among the jars of a class path takes longer than weaving a
 * small class. May be used by several threads.
 */
final class TypeHeaders {
    private static final Module JAVA_BASE = Object.class.getModule();

    private final Map<ClassLoader, Map<String, Optional<TypeHeader>>> byLoader =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** What is known of a type; null if its class file cannot be found or read. */
    @Nullable
    TypeHeader get(ClassLoader loader, String type) {
        ClassLoader asked = asked(loader, type);
        Map<String, Optional<TypeHeader>> known = known(asked);
        Optional<TypeHeader> header = known.get(type);
        if (header == null) {
            header = read(asked, type);
            known.put(type, header);
        }
        return header.orElse(null);
    }

    /** Takes note of a class that is just being loaded, so that its file need not be looked for. */
    void saw(ClassLoader loader, ClassReader reader) {
        known(loader).put(reader.getClassName(), Optional.of(TypeHeader.read(reader)));
    }

    private Map<String, Optional<TypeHeader>> known(ClassLoader loader) {
        return byLoader.computeIfAbsent(loader, TypeHeaders::nothing);
    }

    private static Map<String, Optional<TypeHeader>> nothing(ClassLoader loader) {
        return new ConcurrentHashMap<>();
    }

    /** Who is asked for a class file. All loaders have the same ones of the JDK. */
    static ClassLoader asked(ClassLoader loader, String type) {
        return type.startsWith("java/") ? ClassLoader.getPlatformClassLoader() : loader;
    }

    /** Asks the module first: the way by a class loader makes a URL, which takes several times as long. */
    private static @Nullable InputStream open(ClassLoader loader, String file) throws IOException {
        InputStream in = file.startsWith("java/") ? JAVA_BASE.getResourceAsStream(file) : null;
        return in != null ? in : loader.getResourceAsStream(file);
    }

    private static Optional<TypeHeader> read(ClassLoader loader, String type) {
        try (InputStream in = open(loader, type.concat(".class"))) {
            return in == null ? Optional.empty() : Optional.of(TypeHeader.read(new ClassReader(in)));
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }
}
