// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.bootstrap.context.ContextTracer;
import dev.jtracer.bootstrap.context.RequestReader;
import java.lang.invoke.MethodHandles;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/** A writer of {@link RequestReader} classes: each method casts its argument and makes one call. */
public final class RequestReaderWriter implements RequestReader.Maker {
    private static final String READER = "dev/jtracer/bootstrap/context/RequestReader";
    private static final String TO_STRING = "()Ljava/lang/String;";

    /** Creates a writer. */
    public RequestReaderWriter() {}

    @Override
    public byte[] classFile(MethodHandles.Lookup caller, int api) {
        return classFile(caller.lookupClass().getName().replace('.', '/'), api);
    }

    /** Writes the reader for a class, in internal form. */
    public static byte[] classFile(String caller, int api) {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Opcodes.V17, access, caller.concat("$$RequestReader"), null, READER, null);
        MethodVisitor constructor = begin(writer, "<init>", "()V");
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, READER, "<init>", "()V", false);
        end(constructor, Opcodes.RETURN);
        if (api == ContextTracer.JDK_SERVER) {
            writeExchange(writer);
        } else if (api == ContextTracer.JDK_CLIENT) {
            writeClient(writer);
        } else {
            writeServlet(writer, api == ContextTracer.JAVAX_SERVLET ? "javax" : "jakarta");
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeExchange(ClassWriter writer) {
        String exchange = "com/sun/net/httpserver/HttpExchange";
        writeReads(writer, exchange);
        writeCall(writer, "method", exchange, false, "getRequestMethod", TO_STRING);
        MethodVisitor path = begin(writer, "path", "(Ljava/lang/Object;)Ljava/lang/String;");
        cast(path, exchange);
        path.visitMethodInsn(Opcodes.INVOKEVIRTUAL, exchange, "getRequestURI", "()Ljava/net/URI;", false);
        path.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/net/URI", "getRawPath", TO_STRING, false);
        end(path, Opcodes.ARETURN);
        writeCall(writer, "status", exchange, false, "getResponseCode", "()I");
    }

    /* Reads requests of the JDK's own class only: the methods of another one would be the application's. */
    private static void writeClient(ClassWriter writer) {
        String request = "java/net/http/HttpRequest";
        writeReads(writer, "jdk/internal/net/http/ImmutableHttpRequest");
        writeCall(writer, "method", request, false, "method", TO_STRING);
        MethodVisitor path = begin(writer, "path", "(Ljava/lang/Object;)Ljava/lang/String;");
        cast(path, request);
        path.visitMethodInsn(Opcodes.INVOKEVIRTUAL, request, "uri", "()Ljava/net/URI;", false);
        path.visitMethodInsn(Opcodes.INVOKESTATIC, READER, "target", "(Ljava/net/URI;)Ljava/lang/String;", false);
        end(path, Opcodes.ARETURN);
        writeCall(writer, "status", "java/net/http/HttpResponse", true, "statusCode", "()I");
    }

    private static void writeServlet(ClassWriter writer, String root) {
        String request = root.concat("/servlet/http/HttpServletRequest");
        writeReads(writer, request);
        writeCall(writer, "method", request, true, "getMethod", TO_STRING);
        writeCall(writer, "path", request, true, "getRequestURI", TO_STRING);
        writeStartedAsync(writer, request);
        writeDispatcher(writer, request, root.concat("/servlet/DispatcherType"));
        writeCall(writer, "status", root.concat("/servlet/http/HttpServletResponse"), true, "getStatus", "()I");
    }

    private static void writeReads(ClassWriter writer, String type) {
        MethodVisitor reads = begin(writer, "reads", "(Ljava/lang/Object;)Z");
        reads.visitVarInsn(Opcodes.ALOAD, 1);
        reads.visitTypeInsn(Opcodes.INSTANCEOF, type);
        end(reads, Opcodes.IRETURN);
    }

    private static void writeCall(
            ClassWriter writer, String name, String type, boolean isInterface, String called, String descriptor) {
        boolean isNumber = descriptor.endsWith("I");
        MethodVisitor method =
                begin(writer, name, isNumber ? "(Ljava/lang/Object;)I" : "(Ljava/lang/Object;)Ljava/lang/String;");
        cast(method, type);
        int opcode = isInterface ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
        method.visitMethodInsn(opcode, type, called, descriptor, isInterface);
        end(method, isNumber ? Opcodes.IRETURN : Opcodes.ARETURN);
    }

    private static void writeStartedAsync(ClassWriter writer, String request) {
        MethodVisitor method = begin(writer, "startedAsync", "(Ljava/lang/Object;)Z");
        cast(method, request);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, request, "isAsyncStarted", "()Z", true);
        end(method, Opcodes.IRETURN);
    }

    /* The enum constant is an object here, so that no verifier loads its class, which older interfaces lack. */
    private static void writeDispatcher(ClassWriter writer, String request, String type) {
        MethodVisitor method = begin(writer, "dispatcher", "(Ljava/lang/Object;)Ljava/lang/String;");
        cast(method, request);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, request, "getDispatcherType", "()L" + type + ";", true);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC, "java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", false);
        end(method, Opcodes.ARETURN);
    }

    private static void cast(MethodVisitor method, String type) {
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.CHECKCAST, type);
    }

    private static MethodVisitor begin(ClassWriter writer, String name, String descriptor) {
        @Nullable String noSignature = null;
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, descriptor, noSignature, null);
        method.visitCode();
        return method;
    }

    private static void end(MethodVisitor method, int returns) {
        method.visitInsn(returns);
        method.visitMaxs(1, 2);
        method.visitEnd();
    }
}
