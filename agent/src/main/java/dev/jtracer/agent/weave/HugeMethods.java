// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.BitSet;
import jdk.internal.misc.VM;
import net.bytebuddy.jar.asm.ClassReader;

/** The methods that HotSpot would no longer compile because weaving made them too long. */
public final class HugeMethods {
    /* A method of 7 986 bytes took 13 to 17 ms a round untraced and 370 ms woven, even with the tracer off: a method
     * longer than HugeMethodLimit is interpreted for ever. The limit is a constant in HotSpot's product builds; a
     * flag decides whether it applies. */
    static final int LIMIT = 8_000;

    private static final String FLAG = "DontCompileHugeMethods";

    private HugeMethods() {}

    /** Returns whether this JVM compiles methods of any length. */
    public static boolean areCompiled() {
        // Read from the arguments: the flag's value is available through JMX only, which premain must not touch.
        String[] arguments = VM.getRuntimeArguments();
        return arguments != null && areCompiled(arguments); // null without any
    }

    /** Returns whether a JVM with these arguments compiles methods of any length. The last argument about it wins. */
    static boolean areCompiled(String... arguments) {
        boolean compiled = false;
        for (String argument : arguments) {
            if (argument.equals("-XX:-" + FLAG)) {
                compiled = true;
            } else if (argument.equals("-XX:+" + FLAG)) {
                compiled = false;
            }
        }
        return compiled;
    }

    /** Returns the ordinals of the methods that exceed the limit in the woven class only. */
    public static BitSet in(byte[] woven, ClassReader original) {
        BitSet huge = new BitSet();
        if (woven.length <= LIMIT) {
            return huge;
        }
        int[] lengths = CodeLengths.of(new ClassReader(woven));
        int[] before = null;
        for (int method = 0; method < lengths.length; method++) {
            if (lengths[method] > LIMIT) {
                before = before == null ? CodeLengths.of(original) : before;
                huge.set(method, before[method] <= LIMIT);
            }
        }
        return huge;
    }
}
