// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.config.CallbackPolicy;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.weave.code.MethodTable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskWeaveTest {
    private final List<String> problems = new ArrayList<>();
    private final WeaveCounters counters = new WeaveCounters();
    private final MethodTable table = new MethodTable(WarmUp.IGNORED);

    @ParameterizedTest
    @EnumSource(TaskClass.class)
    void classesOfThisJdk_haveTheMethods(TaskClass type) throws IOException {
        byte[] woven = weaver(true).transform(null, type.className, null, null, classFile(type.className));

        assertThat(woven).isNotNull().hasSizeGreaterThan(classFile(type.className).length);
        assertThat(problems).isEmpty();
        assertThat(table.names()).allMatch(name -> name.startsWith(type.className.replace('/', '.')));
    }

    @ParameterizedTest
    @EnumSource(TaskClass.class)
    void otherClassOfThatName_isReportedAndLeftAlone(TaskClass type) throws IOException {
        byte[] woven = weaver(true).transform(null, type.className, null, null, classFile("java/lang/Object"));

        assertThat(woven).isNull();
        assertThat(problems)
                .containsExactly("tasks handed to '" + type.className.replace('/', '.')
                        + "' are not followed: this JDK's class differs from the expected one; all else is traced,"
                        + " write handover=off to hide this line");
        assertThat(counters.classesFailed()).isOne();
    }

    @ParameterizedTest
    @EnumSource(TaskClass.class)
    void unreadableClass_isReportedAndLeftAlone(TaskClass type) {
        assertThat(weaver(true).transform(null, type.className, null, null, new byte[8]))
                .isNull();
        assertThat(problems).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(TaskClass.class)
    void off_leavesTheClassesAlone(TaskClass type) throws IOException {
        assertThat(weaver(false).transform(null, type.className, null, null, classFile(type.className)))
                .isNull();
    }

    @Test
    void warmUp_weavesItsSample() {
        assertThat(Weaver.warmUpTasks()).isTrue();
    }

    @Test
    void sameNamesInOtherLoaders_areNotTheJdks() throws IOException {
        String className = TaskClass.THREAD_POOL.className;

        assertThat(weaver(true)
                        .transform(
                                ClassLoader.getSystemClassLoader(),
                                className,
                                null,
                                null,
                                classFile("java/lang/Object")))
                .isNull();
        assertThat(problems).isEmpty();
    }

    private Weaver weaver(boolean handover) {
        WeaveSettings settings =
                new WeaveSettings(false, false, CallbackPolicy.ALL, false, handover, CallbackFilter.NONE);
        return new Weaver(MethodFilter.everything(), table, settings, counters, problems::add);
    }

    private static byte[] classFile(String className) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(className + ".class")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }
}
