// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** The names of the lambdas of one class, and of their bodies. */
public final class LambdaNames {
    /* javac names the body of a lambda in find lambda$find$0. Up to Java 8 it named the body of a lambda in that body
     * lambda$null$1, after no method; it is the method that evaluates the inner lambda that reveals the outer one. */
    private static final String BODY_PREFIX = "lambda$";
    private static final String NESTED_PREFIX = "lambda$null$";
    private static final String NESTED = "null";
    /** Limit of lambdas within lambdas. A hostile class may contain bodies that evaluate each other. */
    private static final int MOST_LEVELS = 100;

    /** Name of the class whose bootstrap methods link lambdas. */
    static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /** Tag of a name in the constant pool, JVMS 4.4.7. */
    private static final byte UTF8 = 1;

    private static final LambdaNames NONE = new LambdaNames(false, Map.of());
    private static final LambdaNames PLAIN = new LambdaNames(true, Map.of());

    private final boolean evaluated;
    /** The methods that evaluate the lambdas, by the names of the bodies. */
    private final Map<String, String> makers;

    private LambdaNames(boolean evaluated, Map<String, String> makers) {
        this.evaluated = evaluated;
        this.makers = makers;
    }

    public static LambdaNames of(ClassReader reader) {
        boolean nested = false;
        boolean evaluated = false;
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset > 0 && reader.readByte(offset - 1) == UTF8) {
                int length = reader.readUnsignedShort(offset);
                evaluated |= length == METAFACTORY.length() && startsWith(METAFACTORY, reader, offset);
                nested |= length > NESTED_PREFIX.length() && startsWith(NESTED_PREFIX, reader, offset);
            }
        }
        if (!evaluated || !nested) {
            return evaluated ? PLAIN : NONE;
        }
        Map<String, String> makers = new HashMap<>();
        reader.accept(new Makers(makers), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new LambdaNames(true, makers);
    }

    public boolean areEvaluated() {
        return evaluated;
    }

    private static boolean startsWith(String prefix, ClassReader reader, int offset) {
        for (int i = 0; i < prefix.length(); i++) {
            if (reader.readByte(offset + 2 + i) != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a method is the body of a lambda, by the name that compilers give it. */
    public static boolean isBody(String method) {
        return method.startsWith(BODY_PREFIX);
    }

    /** Returns the source method that contains a method: {@code find} for {@code lambda$find$0}. */
    public String enclosingMethod(String method) {
        String enclosing = named(method);
        String body = method;
        for (int level = 0; enclosing.equals(NESTED) && level < MOST_LEVELS; level++) {
            String maker = makers.get(body);
            if (maker == null) {
                return body;
            }
            body = maker;
            enclosing = named(maker);
        }
        return enclosing.equals(NESTED) ? method : enclosing;
    }

    /** Returns the method whose name a body's name contains; another method's own name. */
    private static String named(String method) {
        if (!isBody(method)) {
            return method;
        }
        int end = method.lastIndexOf('$');
        if (end <= BODY_PREFIX.length()) {
            return method;
        }
        String enclosing = method.substring(BODY_PREFIX.length(), end);
        return switch (enclosing) {
            case "new" -> "<init>";
            case "static" -> "<clinit>";
            default -> enclosing;
        };
    }

    /** Returns a method with a line, {@code find:12}; 0 is an unknown line. */
    static String atLine(String method, int line) {
        return line == 0 ? method : method.concat(":").concat(Integer.toString(line));
    }

    private static final class Makers extends ClassVisitor {
        private final Map<String, String> makers;

        Makers(Map<String, String> makers) {
            super(Opcodes.ASM9);
            this.makers = makers;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle && isBody(handle.getName())) {
                            makers.put(handle.getName(), name);
                        }
                    }
                }
            };
        }
    }
}
