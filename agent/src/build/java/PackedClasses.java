// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The packing of the class files of the agent's section of the jar, a program of the build. It writes those of each package into one file,
 * and those of each list of names that a start defines at once into another one:
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
    private static final String CLASS = ".class";

    private PackedClasses() {}

    /** @param arguments directories: of the agent's own classes, of the files of the section, of the packs of packages, and of lists */
    public static void main(String[] arguments) throws IOException {
        Path own = Path.of(arguments[0]);
        Path section = Path.of(arguments[1]);
        packPackages(section, Path.of(arguments[2]));
        packLists(own, section, Path.of(arguments[3]).resolve(LISTS));
        Path entryPoint = own.resolve(ENTRY_POINT);
        Files.write(entryPoint, withVariableArity(Files.readAllBytes(entryPoint)));
    }

    private static void packPackages(Path section, Path packs) throws IOException {
        Map<Path, List<String>> packages = new TreeMap<>();
        try (Stream<Path> files = Files.walk(section)) {
            files.map(section::relativize)
                    .filter(file -> file.toString().endsWith(CLASS))
                    .sorted()
                    .forEach(file -> packages.computeIfAbsent(file.getParent(), directory -> new ArrayList<>())
                            .add(className(file)));
        }
        for (Map.Entry<Path, List<String>> names : packages.entrySet()) {
            Path directory = Files.createDirectories(packs.resolve(names.getKey()));
            Files.write(directory.resolve("classes.pack"), pack(names.getValue(), section, UnaryOperator.identity()));
        }
    }

    private static String className(Path classFile) {
        String name = classFile.toString().replace('\\', '/');
        return name.substring(0, name.length() - CLASS.length());
    }

    private static void packLists(Path own, Path section, Path packs) throws IOException {
        Files.createDirectories(packs);
        try (DirectoryStream<Path> lists = Files.newDirectoryStream(own.resolve(LISTS), "*-classes.txt")) {
            for (Path list : lists) {
                String pack = list.getFileName().toString().replace(".txt", ".pack");
                // The recorder's classes are in no package of the section.
                Path classes = pack.startsWith("bootstrap") ? own : section;
                Files.write(
                        packs.resolve(pack),
                        pack(compiled(list, classes), classes, PackedClasses::withoutLocalVariables));
            }
        }
    }

    private static List<String> compiled(Path list, Path classes) throws IOException {
        List<String> names = Files.readAllLines(list);
        for (String name : names) {
            if (!Files.exists(classes.resolve(name + CLASS))) {
                throw new IOException(list.getFileName() + " names '" + name
                        + "', which the compiler did not make; remove the line or correct it");
            }
        }
        return names;
    }

    private static byte[] pack(List<String> names, Path classes, UnaryOperator<byte[]> change) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream pack = new DataOutputStream(bytes);
        for (String name : names) {
            byte[] classFile = change.apply(Files.readAllBytes(classes.resolve(name + CLASS)));
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
