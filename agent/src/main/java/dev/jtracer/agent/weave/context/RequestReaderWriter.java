// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

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
    private static final String OF_OBJECT_TO_OBJECT = "(Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String OF_OBJECT_TO_STRING = "(Ljava/lang/Object;)Ljava/lang/String;";

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
        if (api == RequestReader.JDK_SERVER) {
            writeExchange(writer);
        } else if (api == RequestReader.JDK_CLIENT) {
            writeClient(writer);
        } else if (api == RequestReader.NETTY) {
            writeNetty(writer);
        } else if (api == RequestReader.UNDERTOW) {
            writeUndertow(writer);
        } else if (api == RequestReader.OPEN_TELEMETRY) {
            writeSpan(writer, caller.substring(0, caller.indexOf("/context/")));
        } else {
            writeServlet(writer, api == RequestReader.JAVAX_SERVLET ? "javax" : "jakarta");
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeExchange(ClassWriter writer) {
        String exchange = "com/sun/net/httpserver/HttpExchange";
        writeInstanceOf(writer, "reads", exchange);
        writeCall(writer, "method", exchange, false, "getRequestMethod", TO_STRING);
        MethodVisitor path = begin(writer, "path", OF_OBJECT_TO_STRING);
        cast(path, exchange);
        path.visitMethodInsn(Opcodes.INVOKEVIRTUAL, exchange, "getRequestURI", "()Ljava/net/URI;", false);
        path.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/net/URI", "getRawPath", TO_STRING, false);
        end(path, Opcodes.ARETURN);
        writeCall(writer, "status", exchange, false, "getResponseCode", "()I");
    }

    /* Reads requests of the JDK's own class only: the methods of another one would be the application's. */
    private static void writeClient(ClassWriter writer) {
        String request = "java/net/http/HttpRequest";
        writeInstanceOf(writer, "reads", "jdk/internal/net/http/ImmutableHttpRequest");
        writeCall(writer, "method", request, false, "method", TO_STRING);
        MethodVisitor path = begin(writer, "path", OF_OBJECT_TO_STRING);
        cast(path, request);
        path.visitMethodInsn(Opcodes.INVOKEVIRTUAL, request, "uri", "()Ljava/net/URI;", false);
        path.visitMethodInsn(Opcodes.INVOKESTATIC, READER, "target", "(Ljava/net/URI;)Ljava/lang/String;", false);
        end(path, Opcodes.ARETURN);
        writeCall(writer, "status", "java/net/http/HttpResponse", true, "statusCode", "()I");
    }

    private static void writeNetty(ClassWriter writer) {
        String codec = "io/netty/handler/codec/http/";
        String request = codec.concat("HttpRequest");
        String response = codec.concat("HttpResponse");
        writeInstanceOf(writer, "reads", request);
        writeInstanceOf(writer, "isResponse", response);
        writeInstanceOf(writer, "isLast", codec.concat("LastHttpContent"));
        MethodVisitor channel = begin(writer, "channel", OF_OBJECT_TO_OBJECT);
        String context = "io/netty/channel/ChannelHandlerContext";
        cast(channel, context);
        channel.visitMethodInsn(Opcodes.INVOKEINTERFACE, context, "channel", "()Lio/netty/channel/Channel;", true);
        end(channel, Opcodes.ARETURN);
        MethodVisitor method = begin(writer, "method", OF_OBJECT_TO_STRING);
        String httpMethod = codec.concat("HttpMethod");
        cast(method, request);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, request, "method", "()L" + httpMethod + ";", true);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, httpMethod, "name", TO_STRING, false);
        end(method, Opcodes.ARETURN);
        MethodVisitor path = begin(writer, "path", OF_OBJECT_TO_STRING);
        cast(path, request);
        path.visitMethodInsn(Opcodes.INVOKEINTERFACE, request, "uri", TO_STRING, true);
        path.visitMethodInsn(Opcodes.INVOKESTATIC, READER, "path", "(Ljava/lang/String;)Ljava/lang/String;", false);
        end(path, Opcodes.ARETURN);
        MethodVisitor status = begin(writer, "status", "(Ljava/lang/Object;)I");
        String code = codec.concat("HttpResponseStatus");
        cast(status, response);
        status.visitMethodInsn(Opcodes.INVOKEINTERFACE, response, "status", "()L" + code + ";", true);
        status.visitMethodInsn(Opcodes.INVOKEVIRTUAL, code, "code", "()I", false);
        end(status, Opcodes.IRETURN);
    }

    private static void writeUndertow(ClassWriter writer) {
        String exchange = "io/undertow/server/HttpServerExchange";
        String httpString = "io/undertow/util/HttpString";
        writeInstanceOf(writer, "reads", exchange);
        MethodVisitor method = begin(writer, "method", OF_OBJECT_TO_STRING);
        cast(method, exchange);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, exchange, "getRequestMethod", "()L" + httpString + ";", false);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, httpString, "toString", TO_STRING, false);
        end(method, Opcodes.ARETURN);
        MethodVisitor path = begin(writer, "path", OF_OBJECT_TO_STRING);
        cast(path, exchange);
        path.visitMethodInsn(Opcodes.INVOKEVIRTUAL, exchange, "getRequestURI", TO_STRING, false);
        path.visitMethodInsn(Opcodes.INVOKESTATIC, READER, "path", "(Ljava/lang/String;)Ljava/lang/String;", false);
        end(path, Opcodes.ARETURN);
        MethodVisitor begun = begin(writer, "isResponse", "(Ljava/lang/Object;)Z");
        cast(begun, exchange);
        begun.visitMethodInsn(Opcodes.INVOKEVIRTUAL, exchange, "isResponseStarted", "()Z", false);
        end(begun, Opcodes.IRETURN);
        writeCall(writer, "status", exchange, false, "getStatusCode", "()I");
    }

    private static void writeServlet(ClassWriter writer, String root) {
        String request = root.concat("/servlet/http/HttpServletRequest");
        writeInstanceOf(writer, "reads", request);
        writeCall(writer, "method", request, true, "getMethod", TO_STRING);
        writeCall(writer, "path", request, true, "getRequestURI", TO_STRING);
        String wrapper = root.concat("/servlet/ServletRequestWrapper");
        writeInstanceOf(writer, "isWrapper", wrapper);
        MethodVisitor wrapped = begin(writer, "wrapped", OF_OBJECT_TO_OBJECT);
        cast(wrapped, wrapper);
        wrapped.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL, wrapper, "getRequest", "()L" + root + "/servlet/ServletRequest;", false);
        end(wrapped, Opcodes.ARETURN);
        MethodVisitor failed = begin(writer, "failedPath", OF_OBJECT_TO_OBJECT);
        cast(failed, request);
        failed.visitLdcInsn(root.concat(".servlet.error.request_uri"));
        failed.visitMethodInsn(
                Opcodes.INVOKEINTERFACE, request, "getAttribute", "(Ljava/lang/String;)Ljava/lang/Object;", true);
        end(failed, Opcodes.ARETURN);
        writeStartedAsync(writer, request);
        writeDispatcher(writer, request, root.concat("/servlet/DispatcherType"));
        writeCall(writer, "status", root.concat("/servlet/http/HttpServletResponse"), true, "getStatus", "()I");
    }

    private static void writeInstanceOf(ClassWriter writer, String name, String type) {
        MethodVisitor method = begin(writer, name, "(Ljava/lang/Object;)Z");
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.INSTANCEOF, type);
        end(method, Opcodes.IRETURN);
    }

    /* Its root is that of the class that keeps the contexts, which OpenTelemetry's agent has under another name. */
    private static void writeSpan(ClassWriter writer, String root) {
        String span = root.concat("/api/trace/Span");
        String context = root.concat("/context/Context");
        String spanContext = root.concat("/api/trace/SpanContext");
        MethodVisitor method = begin(writer, "traceId", "(Ljava/lang/Object;)Ljava/lang/String;");
        cast(method, context);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, span, "fromContext", "(L" + context + ";)L" + span + ";", true);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, span, "getSpanContext", "()L" + spanContext + ";", true);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, spanContext, "getTraceId", TO_STRING, true);
        end(method, Opcodes.ARETURN);
    }

    private static void writeCall(
            ClassWriter writer, String name, String type, boolean isInterface, String called, String descriptor) {
        boolean isNumber = descriptor.endsWith("I");
        MethodVisitor method = begin(writer, name, isNumber ? "(Ljava/lang/Object;)I" : OF_OBJECT_TO_STRING);
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
        MethodVisitor method = begin(writer, "dispatcher", OF_OBJECT_TO_STRING);
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
        method.visitMaxs(2, 2);
        method.visitEnd();
    }
}
