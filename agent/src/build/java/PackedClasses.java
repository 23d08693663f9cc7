// SPDX-License-Identifier: Apache-2.0

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The packing of the class files of the agent's section of the jar, a program of the build. It writes those of each
 * package into one file, and those of each list of names that a start defines at once into another one. The classes
 * that weave, which a command never needs, are in the latter alone:
 *
 * <pre>
 * pack = (name:UTF  length:int  class file)*
 * </pre>
 *
 * <p>Before that, it writes out the methods of records; afterwards it marks {@code premain} as a method of variable
 * arity.
 */
public final class PackedClasses {
    private static final String LISTS = "dev/jtracer/agent";

    /** The list of the classes that AgentJar looks up in the list's own pack. */
    private static final String WEAVING = "weaving-classes.txt";

    private static final String ENTRY_POINT = "dev/jtracer/AgentMain.class";
    private static final String CLASS = ".class";
    private static final String JACKSON = "com/fasterxml/jackson/";

    private PackedClasses() {}

    /**
     * @param arguments directories: of the agent's own classes, of the files of the section, of the packs of
     *     packages, and of lists
     */
    public static void main(String[] arguments) throws IOException {
        Path own = Path.of(arguments[0]);
        Path section = Path.of(arguments[1]);
        writeOutRecords(section);
        packPackages(section, Path.of(arguments[2]), own.resolve(LISTS).resolve(WEAVING));
        packLists(own, section, Path.of(arguments[3]).resolve(LISTS));
        Path entryPoint = own.resolve(ENTRY_POINT);
        Files.write(entryPoint, withVariableArity(Files.readAllBytes(entryPoint)));
    }

    private static void packPackages(Path section, Path packs, Path others) throws IOException {
        Set<String> packedElsewhere = new HashSet<>(Files.readAllLines(others));
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
            names.getValue().removeAll(packedElsewhere);
            Files.write(directory.resolve("classes.pack"), pack(names.getValue(), section));
        }
    }

    private static void writeOutRecords(Path section) throws IOException {
        try (Stream<Path> files = Files.walk(section)) {
            for (Path file : files.filter(path -> path.toString().endsWith(CLASS)).toList()) {
                byte[] classFile = Files.readAllBytes(file);
                if (new String(classFile, StandardCharsets.ISO_8859_1).contains(RecordMethod.BOOTSTRAP)) {
                    Files.write(file, rewritten(classFile, ClassWriter.COMPUTE_MAXS, PackedClasses::withoutRecordBootstrap));
                }
            }
        }
    }

    private static ClassVisitor withoutRecordBootstrap(ClassVisitor next) {
        return new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new RecordMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
            }
        };
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
                        pack(compiled(list, classes), classes));
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

    private static byte[] pack(List<String> names, Path classes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream pack = new DataOutputStream(bytes);
        for (String name : names) {
            byte[] classFile = withoutDebugTables(
                    Files.readAllBytes(classes.resolve(name + CLASS)), !name.startsWith(JACKSON));
            pack.writeUTF(name);
            pack.writeInt(classFile.length);
            pack.write(classFile);
        }
        return bytes.toByteArray();
    }

    /*
     * ASM and Jackson are compiled with the names of their local variables, a quarter of their bytes. Lines stay, for
     * stack traces, except for Jackson's: its exceptions name the place in the JSON text.
     */
    private static byte[] withoutDebugTables(byte[] classFile, boolean keepsLines) {
        return rewritten(classFile, 0, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(
                        Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                    @Override
                    public void visitLocalVariable(
                            String variable, String type, String generic, Label start, Label end, int index) {
                        // skipped
                    }

                    @Override
                    public void visitLineNumber(int line, Label start) {
                        if (keepsLines) {
                            super.visitLineNumber(line, start);
                        }
                    }
                };
            }
        });
    }

    /* The JVM calls premain by reflection, for which a JDK since 18 makes seven classes of method handles. It calls a
     * method of variable arity whose last parameter is no array by native code instead, as no method handle can. To a
     * JVM the mark means nothing else. */
    private static byte[] withVariableArity(byte[] classFile) {
        return rewritten(classFile, 0, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                int marked = name.equals("premain") ? access | Opcodes.ACC_VARARGS : access;
                return super.visitMethod(marked, name, descriptor, signature, exceptions);
            }
        });
    }

    /**
     * Returns a changed class file. Sizes of frames stay as they are, unless {@code flags} say otherwise: StackRoom
     * is its frame.
     */
    private static byte[] rewritten(byte[] classFile, int flags, UnaryOperator<ClassVisitor> change) {
        ClassWriter writer = new ClassWriter(flags);
        new ClassReader(classFile).accept(change.apply(writer), 0);
        return writer.toByteArray();
    }

    /**
     * A record's equals, hashCode or toString without the JDK's bootstrap. That one is shared by all records of a
     * JVM, and keeps the class of the first that is compared for good: after {@code detach}, the whole agent with its
     * jar.
     */
    private static final class RecordMethod extends MethodVisitor {
        static final String BOOTSTRAP = "java/lang/runtime/ObjectMethods";

        RecordMethod(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        /** Writes what the call computes. Its operands, which are on the stack, are the method's parameters. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            if (!bootstrap.getOwner().equals(BOOTSTRAP)) {
                super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
                return;
            }
            Type type = (Type) arguments[0];
            List<Handle> fields = new ArrayList<>();
            for (int i = 2; i < arguments.length; i++) {
                fields.add((Handle) arguments[i]);
            }
            visitInsn(name.equals("equals") ? Opcodes.POP2 : Opcodes.POP);
            switch (name) {
                case "equals" -> equality(type.getInternalName(), fields);
                case "hashCode" -> hash(fields);
                case "toString" -> text(type, fields);
                default -> throw new IllegalArgumentException(name);
            }
        }

        private void equality(String type, List<Handle> fields) {
            Label unequal = new Label();
            visitVarInsn(Opcodes.ALOAD, 1);
            visitTypeInsn(Opcodes.INSTANCEOF, type);
            visitJumpInsn(Opcodes.IFEQ, unequal);
            for (Handle field : fields) {
                load(field);
                visitVarInsn(Opcodes.ALOAD, 1);
                visitTypeInsn(Opcodes.CHECKCAST, type);
                get(field);
                String box = box(field);
                if (box == null) {
                    call("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
                    visitJumpInsn(Opcodes.IFEQ, unequal);
                } else {
                    call(box, "compare", "(" + field.getDesc() + field.getDesc() + ")I");
                    visitJumpInsn(Opcodes.IFNE, unequal);
                }
            }
            visitInsn(Opcodes.ICONST_1);
            visitInsn(Opcodes.IRETURN);
            visitLabel(unequal);
            visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            visitInsn(Opcodes.ICONST_0);
        }

        private void hash(List<Handle> fields) {
            visitInsn(Opcodes.ICONST_0);
            for (Handle field : fields) {
                visitIntInsn(Opcodes.BIPUSH, 31);
                visitInsn(Opcodes.IMUL);
                load(field);
                String box = box(field);
                if (box == null) {
                    call("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
                } else {
                    call(box, "hashCode", "(" + field.getDesc() + ")I");
                }
                visitInsn(Opcodes.IADD);
            }
        }

        private void text(Type type, List<Handle> fields) {
            String name = type.getClassName();
            String separator = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1) + "[";
            visitLdcInsn("");
            for (Handle field : fields) {
                append(separator + field.getName() + "=");
                load(field);
                boolean isObject = box(field) == null;
                String valueOf = "(" + (isObject ? "Ljava/lang/Object;" : widened(field.getDesc())) + ")Ljava/lang/String;";
                call("java/lang/String", "valueOf", valueOf);
                concat();
                separator = ", ";
            }
            append(fields.isEmpty() ? separator + "]" : "]");
        }

        private void append(String constant) {
            visitLdcInsn(constant);
            concat();
        }

        private void concat() {
            String concat = "(Ljava/lang/String;)Ljava/lang/String;";
            visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "concat", concat, false);
        }

        private void load(Handle field) {
            visitVarInsn(Opcodes.ALOAD, 0);
            get(field);
        }

        private void get(Handle field) {
            visitFieldInsn(Opcodes.GETFIELD, field.getOwner(), field.getName(), field.getDesc());
        }

        private void call(String owner, String method, String descriptor) {
            visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
        }

        private static String widened(String primitive) {
            return primitive.equals("B") || primitive.equals("S") ? "I" : primitive;
        }

        /** Returns the class with the static methods for a primitive type, or null for a field with an object. */
        private static String box(Handle field) {
            return switch (field.getDesc()) {
                case "Z" -> "java/lang/Boolean";
                case "B" -> "java/lang/Byte";
                case "C" -> "java/lang/Character";
                case "S" -> "java/lang/Short";
                case "I" -> "java/lang/Integer";
                case "J" -> "java/lang/Long";
                case "F" -> "java/lang/Float";
                case "D" -> "java/lang/Double";
                default -> null;
            };
        }
    }
}
