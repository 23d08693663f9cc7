// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import net.bytebuddy.jar.asm.Opcodes;

/** The version of a class file: the minor version in the upper 16 bits, the major version in the lower (JVMS 4.1). */
public final class ClassFileVersion {
    private static final int MAJOR = 0xFFFF;

    private ClassFileVersion() {}

    /** Returns whether classes of the version carry stack map frames (JVMS 4.10: from Java 6 on). */
    public static boolean hasFrames(int version) {
        return (version & MAJOR) >= Opcodes.V1_6;
    }
}
