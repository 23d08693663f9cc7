// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import dev.jtracer.bootstrap.context.RequestReader;
import java.lang.invoke.MethodHandles;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * A writer of {@link RequestReader} classes: each method casts its argument, calls a method of it, and perhaps one of
 * the result. A call is written as {@code getRequestURI()Ljava/net/URI;} if the value on the stack has the method,
 * after a word and a blank:
 *
 * <pre>
 *   of        a method of an interface
 *   reader    a static method of RequestReader
 *   static    a static method, which the name of its class and a point precede
 *   default   the same of an interface
 *   push      not a call, but an argument for the next one
 * </pre>
 */
final class RequestReaderWriter implements RequestReader.Maker {
    private static final String READER = "dev/jtracer/bootstrap/context/RequestReader";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String TEXT = "Ljava/lang/String;";
    private static final String PATH_OF_TARGET = "reader path(Ljava/lang/String;)Ljava/lang/String;";

    @Override
    public byte[] classFile(MethodHandles.Lookup caller, int api) {
        return classFile(caller.lookupClass().getName().replace('.', '/'), api);
    }

    /** Writes the reader for a class, in internal form. */
    static byte[] classFile(String caller, int api) {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Opcodes.V17, access, caller.concat("$$RequestReader"), null, READER, null);
        MethodVisitor constructor = begin(writer, "<init>", "()V");
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, READER, "<init>", "()V", false);
        end(constructor, Opcodes.RETURN);
        switch (api) {
            case RequestReader.JDK_SERVER -> writeExchange(writer);
            case RequestReader.JDK_CLIENT -> writeClient(writer);
            case RequestReader.NETTY -> writeNetty(writer);
            case RequestReader.UNDERTOW -> writeUndertow(writer);
            case RequestReader.OPEN_TELEMETRY -> writeSpan(writer, caller.substring(0, caller.indexOf("/context/")));
            case RequestReader.JAVAX_SERVLET -> writeServlet(writer, "javax/servlet/");
            default -> writeServlet(writer, "jakarta/servlet/");
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void writeExchange(ClassWriter writer) {
        String exchange = "com/sun/net/httpserver/HttpExchange";
        writeInstanceOf(writer, "reads", exchange);
        write(writer, "method", TEXT, exchange, "getRequestMethod()Ljava/lang/String;");
        write(writer, "path", TEXT, exchange, "getRequestURI()Ljava/net/URI;", "getRawPath()Ljava/lang/String;");
        write(writer, "status", "I", exchange, "getResponseCode()I");
    }

    /* Reads requests of the JDK's own class only: the methods of another one would be the application's. */
    private static void writeClient(ClassWriter writer) {
        String request = "java/net/http/HttpRequest";
        String target = "reader target(Ljava/net/URI;)Ljava/lang/String;";
        writeInstanceOf(writer, "reads", "jdk/internal/net/http/ImmutableHttpRequest");
        write(writer, "method", TEXT, request, "method()Ljava/lang/String;");
        write(writer, "path", TEXT, request, "uri()Ljava/net/URI;", target);
        write(writer, "status", "I", "java/net/http/HttpResponse", "of statusCode()I");
    }

    private static void writeNetty(ClassWriter writer) {
        String codec = "io/netty/handler/codec/http/";
        String request = codec.concat("HttpRequest");
        String response = codec.concat("HttpResponse");
        String context = "io/netty/channel/ChannelHandlerContext";
        String method = "of method()L" + codec + "HttpMethod;";
        writeInstanceOf(writer, "reads", request);
        writeInstanceOf(writer, "isResponse", response);
        writeInstanceOf(writer, "isLast", codec.concat("LastHttpContent"));
        write(writer, "channel", OBJECT, context, "of channel()Lio/netty/channel/Channel;");
        write(writer, "method", TEXT, request, method, "name()Ljava/lang/String;");
        write(writer, "path", TEXT, request, "of uri()Ljava/lang/String;", PATH_OF_TARGET);
        write(writer, "status", "I", response, "of status()L" + codec + "HttpResponseStatus;", "code()I");
    }

    private static void writeUndertow(ClassWriter writer) {
        String exchange = "io/undertow/server/HttpServerExchange";
        String method = "getRequestMethod()Lio/undertow/util/HttpString;";
        writeInstanceOf(writer, "reads", exchange);
        write(writer, "method", TEXT, exchange, method, "toString()Ljava/lang/String;");
        write(writer, "path", TEXT, exchange, "getRequestURI()Ljava/lang/String;", PATH_OF_TARGET);
        write(writer, "isResponse", "Z", exchange, "isResponseStarted()Z");
        write(writer, "status", "I", exchange, "getStatusCode()I");
    }

    private static void writeServlet(ClassWriter writer, String root) {
        String request = root.concat("http/HttpServletRequest");
        String wrapper = root.concat("ServletRequestWrapper");
        String failed = "push ".concat(root.replace('/', '.')).concat("error.request_uri");
        String dispatcher = "of getDispatcherType()L" + root + "DispatcherType;";
        writeInstanceOf(writer, "reads", request);
        writeInstanceOf(writer, "isWrapper", wrapper);
        write(writer, "method", TEXT, request, "of getMethod()Ljava/lang/String;");
        write(writer, "path", TEXT, request, "of getRequestURI()Ljava/lang/String;");
        write(writer, "wrapped", OBJECT, wrapper, "getRequest()L" + root + "ServletRequest;");
        write(writer, "failedPath", OBJECT, request, failed, "of getAttribute(Ljava/lang/String;)Ljava/lang/Object;");
        write(writer, "startedAsync", "Z", request, "of isAsyncStarted()Z");
        // The enum constant is an object here, so that no verifier loads its class, which older interfaces lack.
        write(
                writer,
                "dispatcher",
                TEXT,
                request,
                dispatcher,
                "static java/lang/String.valueOf(Ljava/lang/Object;)" + TEXT);
        write(writer, "status", "I", root.concat("http/HttpServletResponse"), "of getStatus()I");
    }

    /* Its root is that of the class that keeps the contexts, which OpenTelemetry's agent has under another name. */
    private static void writeSpan(ClassWriter writer, String root) {
        String context = root.concat("/context/Context");
        String span = root.concat("/api/trace/Span");
        String ofContext = "default " + span + ".fromContext(L" + context + ";)L" + span + ";";
        String spanContext = "of getSpanContext()L" + root + "/api/trace/SpanContext;";
        write(writer, "traceId", TEXT, context, ofContext, spanContext, "of getTraceId()Ljava/lang/String;");
        write(writer, "spanId", TEXT, context, ofContext, spanContext, "of getSpanId()Ljava/lang/String;");
    }

    private static void writeInstanceOf(ClassWriter writer, String name, String type) {
        MethodVisitor method = begin(writer, name, "(Ljava/lang/Object;)Z");
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.INSTANCEOF, type);
        end(method, Opcodes.IRETURN);
    }

    /**
     * @param argument what its argument is cast to
     * @param calls see above, each on the result of the one before
     */
    private static void write(ClassWriter writer, String name, String result, String argument, String... calls) {
        MethodVisitor method = begin(writer, name, "(Ljava/lang/Object;)".concat(result));
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitTypeInsn(Opcodes.CHECKCAST, argument);
        String type = argument;
        for (String each : calls) {
            int blank = each.indexOf(' ');
            String word = each.substring(0, Math.max(blank, 0));
            String call = each.substring(blank + 1);
            if (word.equals("push")) {
                method.visitLdcInsn(call);
                continue;
            }
            int descriptor = call.indexOf('(');
            int point = call.lastIndexOf('.', descriptor);
            int opcode = word.isEmpty()
                    ? Opcodes.INVOKEVIRTUAL
                    : word.equals("of") ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKESTATIC;
            String owner = point > 0 ? call.substring(0, point) : word.equals("reader") ? READER : type;
            method.visitMethodInsn(
                    opcode,
                    owner,
                    call.substring(point + 1, descriptor),
                    call.substring(descriptor),
                    word.equals("of") || word.equals("default"));
            type = Type.getReturnType(call.substring(descriptor)).getInternalName();
        }
        end(method, result.length() > 1 ? Opcodes.ARETURN : Opcodes.IRETURN);
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
