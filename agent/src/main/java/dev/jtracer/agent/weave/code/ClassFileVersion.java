// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;

/** The major version of a class file (JVMS 4.1). */
public final class ClassFileVersion {
    private static final int MAJOR = 6;

    private ClassFileVersion() {}

    public static int of(ClassReader file) {
        return file.readUnsignedShort(MAJOR);
    }

    /** Returns whether classes of the version carry stack map frames (JVMS 4.10: from Java 6 on). */
    public static boolean hasFrames(int version) {
        return version >= Opcodes.V1_6;
    }
}
