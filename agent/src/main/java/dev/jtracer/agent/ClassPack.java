// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import java.io.IOException;
import java.io.InputStream;
import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the class files of a pack, which the build writes: {@code (name:UTF length:int class file)*}. To find
 * and read each class file in the jar takes half as long as its definition.
 */
final class ClassPack {
    private final byte[] content;

    /** Offsets of the current name, of its class file, and of the next name. */
    private int name;

    private int start;
    private int end;

    /** @param name of the list of names from which the pack was made */
    ClassPack(String name) {
        String file = "dev/jtracer/agent/".concat(name).concat("-classes.pack");
        try (InputStream in = ClassPack.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new NoClassDefFoundError(file);
            }
            content = in.readAllBytes();
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    /** Goes to the next class file. Returns false at the end. */
    boolean next() {
        if (end == content.length) {
            return false;
        }
        name = end + Short.BYTES;
        int length = name + ((content[end] & 0xff) << 8 | content[end + 1] & 0xff);
        start = length + Integer.BYTES;
        end = start
                + ((content[length] & 0xff) << 24
                        | (content[length + 1] & 0xff) << 16
                        | (content[length + 2] & 0xff) << 8
                        | content[length + 3] & 0xff);
        return true;
    }

    /** Defines the current class in a loader; null for the bootstrap loader. */
    @SuppressWarnings("deprecation") // the constructor of String
    void define(@Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
        // The JVM looks by the name for the class in an AOT cache. The constructor with a charset has 840 bytes of
        // code, which the JVM would compile after some hundred names.
        String internalName = new String(content, 0, name, start - Integer.BYTES - name);
        Unsafe.getUnsafe().defineClass(internalName, content, start, end - start, loader, domain);
    }
}
