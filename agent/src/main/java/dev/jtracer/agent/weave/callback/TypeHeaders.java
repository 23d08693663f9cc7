// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassReader;
import org.jspecify.annotations.Nullable;

/**
 * A cache of type headers from class files. Each is read once: finding one among the jars of a class path takes
 * longer than weaving a small class. May be used by several threads.
 */
public final class TypeHeaders {
    /* No method of an application's class loader is called, because it may do anything: load classes, wait for a
     * lock, count. Only the JDK's own loaders are queried. For another loader, the known types are the classes that
     * it defined and the class files beside them. */
    private static final ClassLoader PLATFORM_LOADER = ClassLoader.getPlatformClassLoader();
    private static final ClassLoader APPLICATION_LOADER = applicationLoader();
    private static final Module BASE = Object.class.getModule();

    /** The {@link #validity} of what holds for ever. */
    static final int ALWAYS = -1;

    private static final int MOST_SUPERTYPES = 50;

    private final LoaderMap<OfLoader> byLoader = new LoaderMap<>();
    /** Names of types whose lookup has failed. */
    private final Set<String> missed = ConcurrentHashMap.newKeySet();

    /** Number of times that a type may have become known whose lookup had failed. */
    private final AtomicInteger changes = new AtomicInteger();

    /** Number of times that a jar or directory became known. */
    private final AtomicInteger sources = new AtomicInteger();

    /** Number of results in which a type was missing. */
    private final AtomicInteger misses = new AtomicInteger();

    /** Returns the header of a type; null if its class file cannot be found or read. */
    @Nullable
    TypeHeader get(ClassLoader loader, String type) {
        ClassLoader queried = loaderOf(loader, type);
        OfLoader own = of(queried);
        TypeHeader header = own.headers.get(type);
        Integer missedAt = header == null ? own.missed.get(type) : null;
        int now = sources.get();
        // A failed lookup takes long. It is repeated only where it may succeed.
        if (header == null && (missedAt == null || missedAt != now || !missed.contains(type))) {
            header = find(queried, type);
            if (header == null) {
                missed.add(type);
                own.missed.put(type, now);
            } else {
                own.headers.put(type, header);
            }
        }
        if (header == null) {
            misses.incrementAndGet();
        }
        return header;
    }

    /**
     * Returns the types above a class, as far as they are known, in the order in which the JVM looks for a method:
     * the superclasses first, then the interfaces of all.
     *
     * @param without types that are omitted, with what is only above them
     */
    List<String> above(ClassLoader loader, @Nullable String superName, List<String> interfaces, Set<String> without) {
        List<String> above = new ArrayList<>();
        List<String> found = new ArrayList<>(interfaces);
        String type = superName;
        while (type != null && !without.contains(type) && above.size() < MOST_SUPERTYPES) {
            above.add(type);
            TypeHeader header = get(loader, type);
            found.addAll(header == null ? List.of() : header.interfaces());
            type = header == null ? null : header.superName();
        }
        for (int i = 0; i < found.size() && above.size() < MOST_SUPERTYPES; i++) {
            if (!without.contains(found.get(i)) && !above.contains(found.get(i))) {
                above.add(found.get(i));
                TypeHeader header = get(loader, found.get(i));
                found.addAll(header == null ? List.of() : header.interfaces());
            }
        }
        return above;
    }

    /** Returns the time before a result is found out, for {@link #validity}. */
    long now() {
        return (long) changes.get() << Integer.SIZE | Integer.toUnsignedLong(misses.get());
    }

    /** Returns how long what was found since a time holds, for {@link #holds}. Other threads' misses count too. */
    int validity(long since) {
        return (int) since == misses.get() ? ALWAYS : (int) (since >>> Integer.SIZE);
    }

    /** Returns whether a result still holds. What is found out from it holds no longer than it does. */
    boolean holds(int validity) {
        if (validity != ALWAYS && validity == changes.get()) {
            misses.incrementAndGet();
            return true;
        }
        return validity == ALWAYS;
    }

    /** Stores the header of a class that is being loaded, so that its file need not be found. */
    public void add(ClassLoader loader, ClassReader reader, @Nullable ProtectionDomain domain) {
        OfLoader own = of(loader);
        String name = reader.getClassName();
        own.headers.put(name, TypeHeader.read(reader));
        boolean isNews = missed.remove(name);
        if (loader != PLATFORM_LOADER) {
            CodeSource source = domain == null ? null : domain.getCodeSource();
            URL location = source == null ? null : source.getLocation();
            if (location != null && own.sources.add(location)) {
                sources.incrementAndGet();
                isNews |= !missed.isEmpty();
            }
        }
        if (isNews) {
            changes.incrementAndGet();
        }
    }

    /** Returns the loader to query for a class file. The JDK's types are the same for all loaders. */
    static ClassLoader loaderOf(ClassLoader loader, String type) {
        return type.startsWith("java/") ? PLATFORM_LOADER : loader;
    }

    /** Returns whether a loader is one of the JDK's, so that a query to it runs none of the application's code. */
    public static boolean isJdks(ClassLoader loader) {
        return loader == PLATFORM_LOADER || loader == APPLICATION_LOADER;
    }

    /** Returns the JDK's loader of the class path; {@code -Djava.system.class.loader} sets another system loader. */
    private static ClassLoader applicationLoader() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        while (loader != null && loader.getClass().getClassLoader() != null) {
            loader = loader.getParent();
        }
        return loader == null ? PLATFORM_LOADER : loader;
    }

    private OfLoader of(ClassLoader loader) {
        OfLoader known = byLoader.get(loader);
        return known == null ? byLoader.add(loader, new OfLoader(isJdks(loader))) : known;
    }

    private @Nullable TypeHeader find(ClassLoader loader, String type) {
        for (ClassLoader owner = loader; !isEnd(owner); owner = owner.getParent()) {
            TypeHeader known = of(owner).headers.get(type);
            if (known != null) {
                return known;
            }
        }
        try {
            ClassReader classFile = classFile(loader, type);
            return classFile == null ? inAnyLoader(type) : TypeHeader.read(classFile);
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    /** Returns the class file of a type; null if it cannot be found. */
    private @Nullable ClassReader classFile(ClassLoader loader, String type) throws IOException {
        String file = type.concat(".class");
        ClassReader found = fromJdk(loader, file);
        for (ClassLoader owner = loader; found == null && !isEnd(owner); owner = owner.getParent()) {
            byte[] beside = of(owner).sources.read(file);
            found = beside == null ? null : new ClassReader(beside);
        }
        return found;
    }

    /**
     * Returns whether the methods that a type declares have a body, by their names and descriptors; null if its class
     * file cannot be found or read. Not cached.
     */
    @Nullable
    Map<String, Boolean> methods(ClassLoader loader, String type) {
        try {
            ClassReader classFile = classFile(loaderOf(loader, type), type);
            return classFile == null ? null : TypeHeader.methods(classFile);
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    private static boolean isEnd(@Nullable ClassLoader loader) {
        return loader == null || isJdks(loader);
    }

    /** Reads a class file from where the first loader of the JDK that the loader delegates to finds its classes. */
    private @Nullable ClassReader fromJdk(ClassLoader loader, String file) throws IOException {
        ClassLoader jdks = loader;
        while (!isEnd(jdks)) {
            jdks = jdks.getParent();
        }
        byte[] classFile = jdks == APPLICATION_LOADER ? readBeside(jdks, file) : null;
        if (classFile != null) {
            return new ClassReader(classFile);
        }
        try (InputStream in = open(jdks == null ? PLATFORM_LOADER : jdks, file)) {
            return in == null ? null : new ClassReader(in);
        }
    }

    /* A lookup through a class loader creates a URL: 330 us for a class of H2 when interpreted, 100 from the jar. */
    private byte @Nullable [] readBeside(ClassLoader loader, String file) {
        try {
            return of(loader).sources.read(file);
        } catch (IOException replaced) { // the loader still has the old jar open
            return null;
        }
    }

    private static @Nullable InputStream open(ClassLoader jdks, String file) throws IOException {
        Module module = file.startsWith("java/") ? moduleOf(file.substring(0, file.lastIndexOf('/'))) : null;
        return module == null ? jdks.getResourceAsStream(file) : module.getResourceAsStream(file);
    }

    private static @Nullable Module moduleOf(String folder) {
        String packageName = folder.replace('/', '.');
        if (BASE.getPackages().contains(packageName)) {
            return BASE;
        }
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getPackages().contains(packageName)) {
                return module;
            }
        }
        return null;
    }

    /**
     * Returns a type's header from any loader. Loaders that delegate to other loaders than their parents, such as
     * those of bundles, share types by name.
     */
    private @Nullable TypeHeader inAnyLoader(String type) {
        for (OfLoader owner : byLoader.values()) {
            TypeHeader header = owner.headers.get(type);
            if (header != null) {
                return header;
            }
        }
        return null;
    }

    private static final class OfLoader {
        final Map<String, TypeHeader> headers = new ConcurrentHashMap<>();
        /** The number of {@link #sources} at which a lookup failed, by type. */
        final Map<String, Integer> missed = new ConcurrentHashMap<>();

        final CodeSources sources;

        OfLoader(boolean isJdks) {
            sources = new CodeSources(isJdks);
        }
    }
}
