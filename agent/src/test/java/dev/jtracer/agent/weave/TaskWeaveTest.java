// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.weave.code.MethodTable;
import dev.jtracer.agent.weave.task.TaskClass;
import dev.jtracer.agent.weave.task.TaskWeave;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TaskWeaveTest {
    private final List<String> problems = new ArrayList<>();
    private final WeaveCounters counters = new WeaveCounters();
    private final MethodTable table = new MethodTable(WarmUp.IGNORED);

    @ParameterizedTest
    @MethodSource("classesOfThisJdk")
    void classesOfThisJdk_haveTheMethods(TaskClass type) throws IOException {
        byte[] woven = weaver(TaskPolicy.ALL).transform(null, type.className, null, null, classFile(type.className));

        assertThat(woven).isNotNull().hasSizeGreaterThan(classFile(type.className).length);
        assertThat(problems).isEmpty();
        assertThat(table.names()).allMatch(name -> name.startsWith(type.className.replace('/', '.')));
    }

    @ParameterizedTest
    @MethodSource("classesOfThisJdk")
    void otherClassOfThatName_isReportedAndLeftAlone(TaskClass type) throws IOException {
        byte[] woven =
                weaver(TaskPolicy.ALL).transform(null, type.className, null, null, classFile("java/lang/Object"));

        assertThat(woven).isNull();
        assertThat(problems)
                .containsExactly("tasks submitted to '" + type.className.replace('/', '.')
                        + "' are not followed: this version of the class differs from the expected one; all else is traced,"
                        + " write tasks=off to hide this line");
        assertThat(counters.classesFailed()).isOne();
    }

    @ParameterizedTest
    @MethodSource("classesOfThisJdk")
    void unreadableClass_isReportedAndLeftAlone(TaskClass type) {
        assertThat(weaver(TaskPolicy.ALL).transform(null, type.className, null, null, new byte[8]))
                .isNull();
        assertThat(problems).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("classesOfThisJdk")
    void off_leavesTheClassesAlone(TaskClass type) throws IOException {
        assertThat(weaver(TaskPolicy.OFF).transform(null, type.className, null, null, classFile(type.className)))
                .isNull();
    }

    /** Returns those that this JDK has. */
    static Stream<TaskClass> classesOfThisJdk() {
        return Stream.of(TaskClass.values())
                .filter(type -> type.isOfJdk()
                        && TaskClass.of(type.className, TaskPolicy.ALL) != null
                        && ClassLoader.getSystemResource(type.className + ".class") != null);
    }

    @Test
    void libraries_areLeftToThoseWithTheMethods() throws IOException {
        ClassLoader application = ClassLoader.getSystemClassLoader();

        assertThat(weaver(TaskPolicy.ALL)
                        .transform(
                                application,
                                TaskClass.TOMCAT_POOL.className,
                                null,
                                null,
                                classFile("java/lang/Object")))
                .isNull();
        assertThat(problems).isEmpty();
    }

    @Test
    void pools_leaveThreadsAlone() throws IOException {
        assertThat(weaver(TaskPolicy.POOLS)
                        .transform(null, "java/lang/Thread", null, null, classFile("java/lang/Thread")))
                .isNull();
    }

    @Test
    void warmUp_weavesItsSample() {
        assertThat(TaskWeave.warmUp()).isTrue();
    }

    @Test
    void sameNamesInOtherLoaders_areNotTheJdks() throws IOException {
        String className = TaskClass.THREAD_POOL.className;

        assertThat(weaver(TaskPolicy.ALL)
                        .transform(
                                ClassLoader.getSystemClassLoader(),
                                className,
                                null,
                                null,
                                classFile("java/lang/Object")))
                .isNull();
        assertThat(problems).isEmpty();
    }

    private Weaver weaver(TaskPolicy tasks) {
        WeaveSettings settings =
                new WeaveSettings(false, false, CallbackPolicy.ALL, false, tasks, CallbackFilter.NONE, null, false);
        return new Weaver(MethodFilter.everything(), table, settings, counters, problems::add, null);
    }

    private static byte[] classFile(String className) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(className + ".class")) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }
}
