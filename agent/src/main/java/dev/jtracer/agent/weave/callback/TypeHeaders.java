// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassReader;
import org.jspecify.annotations.Nullable;

/**
 * What class files say of types. Each is read once: finding one among the jars of a class path takes longer than weaving a
 * small class. May be used by several threads.
 */
public final class TypeHeaders {
    /* No method of an application's class loader is called, for it may do anything: load classes, wait for a lock, count. The
     * JDK's own loaders are asked; of another loader are known the classes that it defined, and what lies beside these. */
    private static final Module JAVA_BASE = Object.class.getModule();
    private static final ClassLoader PLATFORM_LOADER = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader APPLICATION_LOADER = applicationLoader();

    private final LoaderMap<OfLoader> byLoader = new LoaderMap<>();
    /** Names of types that were looked for in vain. */
    private final Set<String> missed = ConcurrentHashMap.newKeySet();

    private final AtomicInteger changes = new AtomicInteger();

    /** What is known of a type; null if its class file cannot be found or read. */
    @Nullable
    TypeHeader get(ClassLoader loader, String type) {
        ClassLoader asked = asked(loader, type);
        OfLoader own = of(asked);
        TypeHeader header = own.headers.get(type);
        Integer missedAt = header == null ? own.missed.get(type) : null;
        int now = changes.get();
        if (header == null && (missedAt == null || missedAt != now)) {
            header = find(asked, type);
            if (header == null) {
                missed.add(type);
                own.missed.put(type, now);
            } else {
                own.headers.put(type, header);
            }
        }
        return header;
    }

    /** Returns a number that changes when a type may have become known that was looked for in vain. */
    int changes() {
        return changes.get();
    }

    /** Takes note of a class that is just being loaded, so that its file need not be looked for. */
    void saw(ClassLoader loader, ClassReader reader, @Nullable ProtectionDomain domain) {
        OfLoader own = of(loader);
        String name = reader.getClassName();
        own.headers.put(name, TypeHeader.read(reader));
        boolean isNews = missed.remove(name);
        if (!isJdks(loader)) {
            CodeSource source = domain == null ? null : domain.getCodeSource();
            URL location = source == null ? null : source.getLocation();
            isNews |= location != null && own.sources.add(location) && !missed.isEmpty();
        }
        if (isNews) {
            changes.incrementAndGet();
        }
    }

    /** Who is asked for a class file. All loaders have the same ones of the JDK. */
    static ClassLoader asked(ClassLoader loader, String type) {
        return type.startsWith("java/") ? PLATFORM_LOADER : loader;
    }

    /** Returns whether a loader is one of the JDK's, so that none of the application's code runs when it is asked. */
    public static boolean isJdks(ClassLoader loader) {
        return loader == PLATFORM_LOADER || loader == APPLICATION_LOADER;
    }

    /** The JDK's loader of the class path. With {@code -Djava.system.class.loader} the system loader is another. */
    private static ClassLoader applicationLoader() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        while (loader != null && loader.getClass().getClassLoader() != null) {
            loader = loader.getParent();
        }
        return loader == null ? PLATFORM_LOADER : loader;
    }

    private OfLoader of(ClassLoader loader) {
        OfLoader known = byLoader.get(loader);
        return known == null ? byLoader.add(loader, new OfLoader()) : known;
    }

    private @Nullable TypeHeader find(ClassLoader loader, String type) {
        try {
            String file = type.concat(".class");
            TypeHeader header = fromJdk(loader, file);
            for (ClassLoader owner = loader; header == null && !isEnd(owner); owner = owner.getParent()) {
                header = beside(of(owner), type, file);
            }
            return header == null ? seenByAny(type) : header;
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    private static boolean isEnd(@Nullable ClassLoader loader) {
        return loader == null || isJdks(loader);
    }

    /** By the first loader of the JDK that the loader delegates to. */
    private static @Nullable TypeHeader fromJdk(ClassLoader loader, String file) throws IOException {
        ClassLoader jdks = loader;
        while (!isEnd(jdks)) {
            jdks = jdks.getParent();
        }
        try (InputStream in = open(jdks == null ? PLATFORM_LOADER : jdks, file)) {
            return in == null ? null : TypeHeader.read(new ClassReader(in));
        }
    }

    private static @Nullable InputStream open(ClassLoader jdks, String file) throws IOException {
        // The way by a class loader makes a URL, which takes several times as long.
        InputStream ofJdk = file.startsWith("java/") ? JAVA_BASE.getResourceAsStream(file) : null;
        return ofJdk == null ? jdks.getResourceAsStream(file) : ofJdk;
    }

    private static @Nullable TypeHeader beside(OfLoader owner, String type, String file) throws IOException {
        TypeHeader seen = owner.headers.get(type);
        byte[] classFile = seen == null ? owner.sources.read(file) : null;
        return classFile == null ? seen : TypeHeader.read(new ClassReader(classFile));
    }

    /** Loaders that delegate to each other otherwise than to their parents, as bundles do, share types by name. */
    private @Nullable TypeHeader seenByAny(String type) {
        for (OfLoader owner : byLoader.values()) {
            TypeHeader header = owner.headers.get(type);
            if (header != null) {
                return header;
            }
        }
        return null;
    }

    /** What is known of a loader's types. */
    private static final class OfLoader {
        final Map<String, TypeHeader> headers = new ConcurrentHashMap<>();
        /** By type, at which number of changes it was looked for in vain. */
        final Map<String, Integer> missed = new ConcurrentHashMap<>();

        final CodeSources sources = new CodeSources();
    }
}
