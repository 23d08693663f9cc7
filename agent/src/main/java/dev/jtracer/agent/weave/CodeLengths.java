// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import net.bytebuddy.jar.asm.ClassReader;

/** A reader of the code length of each method in a class file. */
final class CodeLengths {
    /* ASM exposes instructions but no lengths, so the file is read by the class file format (JVMS 4). */
    private static final int SHORT = 2;
    private static final int INT = 4;
    /** Access flags, this class and super class. */
    private static final int BEFORE_INTERFACES = 3 * SHORT;
    /** Access flags, name and descriptor of a field or method. */
    private static final int BEFORE_ATTRIBUTES = 3 * SHORT;
    /** Largest stack and number of variables. */
    private static final int BEFORE_CODE_LENGTH = 2 * SHORT;

    private final ClassReader file;
    private final char[] buffer;
    private int offset;

    private CodeLengths(ClassReader file) {
        this.file = file;
        this.buffer = new char[file.getMaxStringLength()];
        this.offset = file.header + BEFORE_INTERFACES;
    }

    /** Returns the code length in bytes by method, in the order of the class file; 0 for a method without code. */
    static int[] of(ClassReader file) {
        return new CodeLengths(file).read();
    }

    private int[] read() {
        int interfaces = readShort();
        offset += interfaces * SHORT;
        for (int fields = readShort(); fields > 0; fields--) {
            readMember();
        }
        int[] lengths = new int[readShort()];
        for (int method = 0; method < lengths.length; method++) {
            lengths[method] = readMember();
        }
        return lengths;
    }

    private int readMember() {
        offset += BEFORE_ATTRIBUTES;
        int codeLength = 0;
        for (int attributes = readShort(); attributes > 0; attributes--) {
            boolean isCode = "Code".equals(file.readUTF8(offset, buffer));
            offset += SHORT;
            int length = file.readInt(offset);
            offset += INT;
            if (isCode) {
                codeLength = file.readInt(offset + BEFORE_CODE_LENGTH);
            }
            offset += length;
        }
        return codeLength;
    }

    private int readShort() {
        int value = file.readUnsignedShort(offset);
        offset += SHORT;
        return value;
    }
}
