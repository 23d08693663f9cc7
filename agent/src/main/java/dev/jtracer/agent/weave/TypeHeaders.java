// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
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
    private static final ClassLoader APPLICATION_LOADER = ClassLoader.getSystemClassLoader();

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

    private static @Nullable InputStream open(ClassLoader loader, String file) throws IOException {
        // The way by a class loader makes a URL, which takes several times as long.
        InputStream ofJdk = file.startsWith("java/") ? JAVA_BASE.getResourceAsStream(file) : null;
        if (ofJdk != null) {
            return ofJdk;
        }
        if (loader == APPLICATION_LOADER) {
            return loader.getResourceAsStream(file);
        }
        /* Not by getResourceAsStream: a URLClassLoader then keeps the jar file, which it shares with other loaders of the
         * same jar, and closes it under their hands when the application closes that loader. */
        URL url = loader.getResource(file);
        if (url == null) {
            return null;
        }
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }

    private static Optional<TypeHeader> read(ClassLoader loader, String type) {
        try (InputStream in = open(loader, type.concat(".class"))) {
            return in == null ? Optional.empty() : Optional.of(TypeHeader.read(new ClassReader(in)));
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }
}
