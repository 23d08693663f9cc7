// SPDX-License-Identifier: Apache-2.0
package dev.jtracer;

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
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * The class loader of the agent, for the section {@code inst/} of the jar. It grants all permissions: the application's
 * security manager is not meant for the agent.
 */
final class AgentLoader extends ClassLoader implements Closeable {
    /* Not a URLClassLoader, which opens a JarURLConnection for each class of a section that is not the whole jar. */
    private static final String SECTION = "inst/";

    private static final String OWN_PACKAGE = "dev/jtracer/";

    private final JarFile jar;
    private final String section;
    private final ProtectionDomain domain;

    AgentLoader(File file, ClassLoader parent) throws IOException {
        super(parent);
        this.jar = new JarFile(file, false);
        this.section = "jar:" + file.toURI() + "!/" + SECTION;
        AllPermission all = new AllPermission();
        PermissionCollection permissions = all.newPermissionCollection();
        permissions.add(all);
        CodeSource source = new CodeSource(url(""), (Certificate[]) null);
        this.domain = new ProtectionDomain(source, permissions, this, null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes;
        try {
            bytes = classFile(name);
        } catch (IOException | IllegalStateException unreadableOrClosed) {
            throw new ClassNotFoundException(name, unreadableOrClosed);
        }
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length, domain);
    }

    private byte @Nullable [] classFile(String name) throws IOException {
        ZipEntry entry = jar.getEntry(SECTION + name.replace('.', '/') + ".class");
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** Returns a class file of the bootstrap section too, which no loader finds as a resource. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        if (!name.startsWith(OWN_PACKAGE)) {
            return super.getResourceAsStream(name);
        }
        try {
            ZipEntry entry = jar.getEntry(SECTION + name);
            if (entry == null) {
                entry = jar.getEntry(name);
            }
            return entry == null ? null : jar.getInputStream(entry);
        } catch (IOException | IllegalStateException unreadableOrClosed) {
            return null;
        }
    }

    @Override
    protected @Nullable URL findResource(String name) {
        try {
            return jar.getEntry(SECTION + name) == null ? null : url(name);
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
