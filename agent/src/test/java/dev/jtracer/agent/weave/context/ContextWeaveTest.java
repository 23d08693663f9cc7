// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContextWeaveTest {
    private static final String LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";

    private final List<String> calls = new ArrayList<>();

    private void weave(ContextMethod method, String name, int returns) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Sample", null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, name, "(IIII)V", null, null);
        MethodVisitor calling = new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitMethodInsn(
                    int opcode, String owner, String called, String descriptor, boolean isInterface) {
                if (owner.startsWith("dev/")) {
                    assertThat(opcode).isEqualTo(Opcodes.INVOKESTATIC);
                    calls.add(owner.replace('/', '.') + " " + called + " " + descriptor);
                }
                super.visitMethodInsn(opcode, owner, called, descriptor, isInterface);
            }
        };
        ContextWeave weave = new ContextWeave(calling, true, method, name);
        weave.visitCode();
        weave.visitInsn(returns);
        weave.visitMaxs(1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void entryPoints_existInTheRecorder(ContextMethod.Kind kind) throws ReflectiveOperationException {
        weave(new ContextMethod(kind, 1, 1, 2), "executeUpdate", Opcodes.IRETURN);

        assertThat(calls).isNotEmpty();
        for (String call : calls) {
            String[] parts = call.split(" ");
            Class<?> owner = Class.forName(parts[0]);
            MethodType type = MethodType.fromMethodDescriptorString(parts[2], owner.getClassLoader());
            Method method = owner.getMethod(parts[1], type.parameterArray());
            assertThat(method.getReturnType()).isEqualTo(type.returnType());
            assertThat(Modifier.isStatic(method.getModifiers())).isTrue();
        }
    }

    @Test
    void statement_hasItsTextAndItsRows() {
        weave(ContextMethod.statement(ContextMethod.Kind.STATEMENT, true), "executeLargeUpdate", Opcodes.LRETURN);
        weave(ContextMethod.statement(ContextMethod.Kind.STATEMENT, false), "executeQuery", Opcodes.ARETURN);

        String tracer = "dev.jtracer.bootstrap.context.ContextTracer ";
        String enter = tracer + "enterStatement (Ljava/lang/Object;Ljava/lang/String;)V";
        String exit = tracer + "exitStatement (JZ)V";
        assertThat(calls).containsExactly(enter, exit, exit, enter, exit, exit);
    }

    @Test
    void request_hasTheLookupOfItsClass() {
        weave(new ContextMethod(ContextMethod.Kind.REQUEST, 2, 1, 2), "service", Opcodes.RETURN);

        assertThat(calls)
                .first()
                .asString()
                .endsWith("enterRequest (Ljava/lang/Object;Ljava/lang/Object;" + LOOKUP + "I)V");
    }

    @Test
    void namedClasses_areRecognisedByTheirMethods() {
        String handler = "(Lio/undertow/server/HttpHandler;Lio/undertow/server/HttpServerExchange;)V";
        String executor = "Ljava/util/concurrent/Executor;)Ljava/util/concurrent/CompletableFuture;";
        String request = "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;";

        assertThat(kind("io/undertow/server/Connectors", true, "executeRootHandler", handler))
                .isEqualTo(ContextMethod.Kind.UNDERTOW_HANDLER);
        assertThat(kind("org/slf4j/MDC", true, "put", "(Ljava/lang/String;Ljava/lang/String;)V"))
                .isEqualTo(ContextMethod.Kind.LOG_PUT);
        assertThat(kind("org/slf4j/MDC", false, "put", "(Ljava/lang/String;Ljava/lang/String;)V"))
                .isNull();
        String client = "jdk/internal/net/http/HttpClientImpl";
        String push = "Ljava/net/http/HttpResponse$PushPromiseHandler;";
        assertThat(kind(client, false, "sendAsync", request + push + executor))
                .isEqualTo(ContextMethod.Kind.ASYNC_CALL);
        assertThat(kind(client, false, "sendAsync", request + ")Ljava/util/concurrent/CompletableFuture;"))
                .isNull();
        assertThat(NamedClass.of("java/lang/String")).isNull();
    }

    private static ContextMethod.@Nullable Kind kind(
            String className, boolean isStatic, String name, String descriptor) {
        ContextMethod found = Objects.requireNonNull(NamedClass.of(className))
                .find(isStatic ? Opcodes.ACC_STATIC : 0, name, descriptor);
        return found == null ? null : found.kind();
    }
}
