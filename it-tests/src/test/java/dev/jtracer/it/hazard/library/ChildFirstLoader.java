// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.library;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** A class loader that defines some of its parent's classes anew, hides others, and records the requests. */
public final class ChildFirstLoader extends ClassLoader {
    private final String prefix;
    private final Set<String> missing;
    private final Set<String> asked = Collections.synchronizedSet(new TreeSet<>());

    /**
     * Creates a loader.
     *
     * @param prefix of the names of the classes to define anew
     * @param missing the names of classes not to be found
     */
    public ChildFirstLoader(String prefix, String... missing) {
        super(ChildFirstLoader.class.getClassLoader());
        this.prefix = prefix;
        this.missing = Set.of(missing);
    }

    /** Returns the simple names of the requested classes that this loader defines itself. */
    public Set<String> asked() {
        return new TreeSet<>(asked);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(prefix)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            asked.add(name.substring(name.lastIndexOf('.') + 1));
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        if (missing.contains(name)) {
            throw new ClassNotFoundException(name);
        }
        byte[] classFile = classFile(name);
        return defineClass(name, classFile, 0, classFile.length);
    }

    /** Returns the class file of a class of this program. */
    public static byte[] classFile(String name) throws ClassNotFoundException {
        String resource = name.replace('.', '/') + ".class";
        try (InputStream in = ChildFirstLoader.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
