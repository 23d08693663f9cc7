// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** The choice of the classes whose methods carry context. */
public final class ContextClasses {
    /** Types of the classes that are woven again if they were loaded before the agent. */
    private static final Set<String> HTTP_TYPES = httpTypes();

    private final boolean http;
    private final boolean jdbc;
    private final ContextMarks marks;
    private final JdbcClasses statements = JdbcClasses.statements();
    private final JdbcClasses connections = JdbcClasses.connections();

    /** Chooses those of HTTP requests, those of JDBC, or both. */
    public ContextClasses(boolean http, boolean jdbc) {
        this.http = http;
        this.jdbc = jdbc;
        this.marks = new ContextMarks(http, jdbc);
    }

    public static ContextClasses all() {
        return new ContextClasses(true, true);
    }

    private static Set<String> httpTypes() {
        Set<String> types = new HashSet<>();
        types.add("com.sun.net.httpserver.HttpHandler");
        for (String root : new String[] {"javax", "jakarta"}) {
            types.add(root.concat(".servlet.Servlet"));
            types.add(root.concat(".servlet.Filter"));
            types.add(root.concat(".servlet.FilterChain"));
        }
        return types;
    }

    /** Returns the names that a class file must contain. */
    public ContextMarks marks() {
        return marks;
    }

    /** Returns the choice of methods in a class. Call it for each class that may carry context, as it is loaded. */
    public ContextMethods methodsOf(ClassReader reader, @Nullable Class<?> loaded) {
        String name = reader.getClassName();
        String superName = reader.getSuperName();
        String[] interfaces = reader.getInterfaces();
        boolean isStatement = jdbc && statements.add(name, superName, interfaces, loaded);
        boolean isConnection = jdbc && connections.add(name, superName, interfaces, loaded);
        return new ContextMethods(isStatement, isConnection, http);
    }

    /** Returns whether a class that is loaded already is one whose supertypes carry context. */
    public boolean mayCarryContext(Class<?> loaded) {
        return !loaded.isArray()
                && !loaded.isPrimitive()
                && (jdbc && (statements.isExtendedBy(loaded) || connections.isExtendedBy(loaded))
                        || http && JdbcClasses.extendsAny(loaded, HTTP_TYPES));
    }

    /** Returns a class of which each kind of method can be woven, to load the weaver's classes. */
    public static byte[] sampleClassFile() {
        ClassWriter writer = new ClassWriter(0);
        String[] interfaces = {"java/sql/Statement", "java/sql/Connection"};
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "WarmUp", null, "java/lang/Object", interfaces);
        write(writer, "executeUpdate", "(Ljava/lang/String;)I", Opcodes.ICONST_0, Opcodes.IRETURN);
        write(
                writer,
                "prepareStatement",
                "(Ljava/lang/String;)Ljava/sql/PreparedStatement;",
                Opcodes.ACONST_NULL,
                Opcodes.ARETURN);
        write(writer, "handle", "(Lcom/sun/net/httpserver/HttpExchange;)V", Opcodes.NOP, Opcodes.RETURN);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void write(ClassWriter writer, String name, String descriptor, int pushes, int returns) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
        method.visitCode();
        method.visitInsn(pushes);
        method.visitInsn(returns);
        method.visitMaxs(1, 2);
        method.visitEnd();
    }
}
