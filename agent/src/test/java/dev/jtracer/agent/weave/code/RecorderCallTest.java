// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecorderCallTest {
    @ParameterizedTest
    @EnumSource
    void entryPoint_existsInTheRecorder(RecorderCall call) throws ReflectiveOperationException {
        Written written = Written.by(call);
        Class<?> owner = Class.forName(written.owner.replace('/', '.'));
        MethodType type = MethodType.fromMethodDescriptorString(written.descriptor, owner.getClassLoader());

        Method method = owner.getMethod(written.method, type.parameterArray());

        assertThat(method.getReturnType()).isEqualTo(type.returnType());
        assertThat(Modifier.isStatic(method.getModifiers())).isTrue();
    }

    @Test
    void entryPoints_areAllDifferent() {
        Stream<Written> calls = Arrays.stream(RecorderCall.values()).map(Written::by);

        assertThat(calls).doesNotHaveDuplicates();
    }

    @Test
    void plainCalls_areRecordedByOneClass() {
        assertThat(RecorderCall.recordsCalls(Written.by(RecorderCall.ENTER).owner))
                .isTrue();
        assertThat(RecorderCall.recordsCalls(Written.by(RecorderCall.OPEN).owner))
                .isFalse();
    }

    /** The instruction that an entry point is called by. */
    private record Written(String owner, String method, String descriptor) {
        static Written by(RecorderCall call) {
            List<Written> written = new ArrayList<>();
            call.write(new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String method, String descriptor, boolean isInterface) {
                    written.add(new Written(owner, method, descriptor));
                }
            });
            return written.get(0);
        }
    }
}
