// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecorderCallTest {
    @ParameterizedTest
    @EnumSource
    void entryPoint_existsInTheRecorder(RecorderCall call) throws ReflectiveOperationException {
        Class<?> owner = Class.forName(call.owner().replace('/', '.'));
        MethodType type = MethodType.fromMethodDescriptorString(call.descriptor(), owner.getClassLoader());

        Method method = owner.getMethod(call.method(), type.parameterArray());

        assertThat(method.getReturnType()).isEqualTo(type.returnType());
        assertThat(Modifier.isStatic(method.getModifiers())).isTrue();
    }

    @Test
    void entryPoints_areAllDifferent() {
        Stream<String> calls = Arrays.stream(RecorderCall.values())
                .map(call -> call.owner() + "." + call.method() + call.descriptor());

        assertThat(calls).doesNotHaveDuplicates();
    }

    @Test
    void plainCalls_areRecordedByOneClass() {
        assertThat(RecorderCall.recordsCalls(RecorderCall.ENTER.owner())).isTrue();
        assertThat(RecorderCall.recordsCalls(RecorderCall.OPEN.owner())).isFalse();
    }
}
