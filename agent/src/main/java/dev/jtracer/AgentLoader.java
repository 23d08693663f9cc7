// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * The class loader of the agent, for the section {@code inst/} of the jar. It grants all permissions: the
 * application's security manager is not meant for the agent.
 */
final class AgentLoader extends ClassLoader implements Closeable {
    /* Not a URLClassLoader, which opens a JarURLConnection for each class of a section that is not the whole jar. */
    private static final String SECTION = "inst/";

    private static final String OWN_PACKAGE = "dev/jtracer/";
    private static final String BOOTSTRAP_PACKAGE = "dev.jtracer.bootstrap.";
    private static final String TRACER = "dev.jtracer.Tracer";

    static {
        // Several threads load classes at the start and at the exit.
        registerAsParallelCapable();
    }

    private final AgentJar jar;
    private final String section;
    private final ProtectionDomain domain;

    AgentLoader(File file, ClassLoader parent) throws IOException {
        super(parent);
        this.jar = new AgentJar(file);
        this.section = "jar:" + file.toURI() + "!/" + SECTION;
        AllPermission all = new AllPermission();
        PermissionCollection permissions = all.newPermissionCollection();
        permissions.add(all);
        CodeSource source = new CodeSource(url(""), (Certificate[]) null);
        // Without this loader: threads that the JDK starts for the agent, as JFR's, keep the domain after a detach.
        this.domain = new ProtectionDomain(source, permissions);
    }

    /* As the inherited method does. In an application that has loaded many classes that method is compiled for the
     * application's loader only; called for this one it would be compiled again, 120 to 180 ms of a late start. */
    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
        return loadClass(name, false);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isAbove(name)) {
            try {
                return Class.forName(name, false, null);
            } catch (ClassNotFoundException | SecurityException others) {
                // A class of a module of the platform loader; or a security manager of the application guards the
                // bootstrap loader.
                return super.loadClass(name, resolve);
            }
        }
        // A parent that is asked first searches all modules, and throws an exception for each class of the section.
        String file = classFile(name);
        if (!contains(file)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name, file) : loaded;
        }
    }

    /* The JVM asks for each class of the JDK that the agent's name. The bootstrap loader has most, and the parent
     * would look for their module before. */
    private static boolean isAbove(String name) {
        return name.startsWith("java.")
                || name.startsWith(BOOTSTRAP_PACKAGE)
                || name.startsWith("jdk.")
                || name.startsWith(TRACER);
    }

    private boolean contains(String file) {
        try {
            return jar.contains(file);
        } catch (IOException | IllegalStateException unreadableOrClosed) {
            return false;
        }
    }

    private Class<?> define(String name, String file) throws ClassNotFoundException {
        try {
            byte[] bytes = jar.read(file);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (IOException | IllegalStateException unreadableOrClosed) {
            throw new ClassNotFoundException(name, unreadableOrClosed);
        } catch (LinkageError defined) { // by StartClasses, which does not take the class's lock
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                throw defined;
            }
            return loaded;
        }
    }

    private static String classFile(String name) {
        return SECTION.concat(name.replace('.', '/')).concat(".class");
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        try {
            byte[] content = jar.read(SECTION.concat(name));
            if (content == null && !name.startsWith(OWN_PACKAGE)) {
                return super.getResourceAsStream(name);
            }
            return content == null ? null : new ByteArrayInputStream(content);
        } catch (IOException | IllegalStateException unreadableOrClosed) {
            return null;
        }
    }

    @Override
    protected @Nullable URL findResource(String name) {
        try {
            return jar.isEntry(SECTION + name) ? url(name) : null;
        } catch (MalformedURLException | IllegalArgumentException | IllegalStateException unnamableOrClosed) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null
                ? Collections.<URL>emptyEnumeration()
                : Collections.enumeration(Collections.singleton(found));
    }

    /** Closes the jar. No further class can be loaded. */
    @Override
    public void close() throws IOException {
        jar.close();
    }

    private URL url(String name) throws MalformedURLException {
        return URI.create(section + name).toURL();
    }
}
