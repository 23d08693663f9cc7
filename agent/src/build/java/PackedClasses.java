// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The packing of the classes that a start defines, a program of the build. From each list of names it writes one file, which the agent
 * reads at once:
 *
 * <pre>
 * pack = (name:UTF  length:int  class file)*
 * </pre>
 *
 * <p>Afterwards it marks {@code premain} as a method of variable arity.
 */
public final class PackedClasses {
    private static final String LISTS = "dev/jtracer/agent";
    private static final String ENTRY_POINT = "dev/jtracer/AgentMain.class";

    private PackedClasses() {}

    /** @param arguments directories: of the agent's classes, of those of its libraries, and of the packs */
    public static void main(String[] arguments) throws IOException {
        Path own = Path.of(arguments[0]);
        Path libraries = Path.of(arguments[1]);
        Path packs = Path.of(arguments[2]);
        Files.createDirectories(packs.resolve(LISTS));
        List<String> packed = new ArrayList<>();
        try (DirectoryStream<Path> lists = Files.newDirectoryStream(own.resolve(LISTS), "*-classes.txt")) {
            for (Path list : lists) {
                List<String> names = Files.readAllLines(list);
                String pack = list.getFileName().toString().replace(".txt", ".pack");
                Files.write(packs.resolve(LISTS).resolve(pack), pack(names, own, libraries));
                names.forEach(name -> packed.add(name + ".class"));
            }
        }
        Files.write(packs.resolve("packed.txt"), packed);
        Path entryPoint = own.resolve(ENTRY_POINT);
        Files.write(entryPoint, withVariableArity(Files.readAllBytes(entryPoint)));
    }

    private static byte[] pack(List<String> names, Path own, Path libraries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream pack = new DataOutputStream(bytes);
        for (String name : names) {
            String file = name + ".class";
            Path compiled = Files.exists(own.resolve(file)) ? own.resolve(file) : libraries.resolve(file);
            byte[] classFile = withoutLocalVariables(Files.readAllBytes(compiled));
            pack.writeUTF(name);
            pack.writeInt(classFile.length);
            pack.write(classFile);
        }
        return bytes.toByteArray();
    }

    /* ASM is compiled with the names of its local variables, a quarter of its bytes. Lines stay, for stack traces. */
    private static byte[] withoutLocalVariables(byte[] classFile) {
        return rewritten(classFile, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(
                        Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                    @Override
                    public void visitLocalVariable(
                            String variable, String type, String generic, Label start, Label end, int index) {
                        // left out
                    }
                };
            }
        });
    }

    /* The JVM calls premain by reflection, for which a JDK since 18 makes seven classes of method handles. It calls a method of variable
     * arity whose last parameter is no array by native code instead, as no method handle can. To a JVM the mark means nothing else. */
    private static byte[] withVariableArity(byte[] classFile) {
        return rewritten(classFile, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                int marked = name.equals("premain") ? access | Opcodes.ACC_VARARGS : access;
                return super.visitMethod(marked, name, descriptor, signature, exceptions);
            }
        });
    }

    private static byte[] rewritten(byte[] classFile, UnaryOperator<ClassVisitor> change) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile).accept(change.apply(writer), 0);
        return writer.toByteArray();
    }
}
