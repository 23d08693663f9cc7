// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.it.app.request.RequestShapes;
import dev.jtracer.it.harness.Jdk;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.RequestArrows;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The causes of calls and tasks below libraries of every shape, by the requests that the application made. */
class RequestArrowsIT {
    private static final int REQUESTS = Integer.getInteger("jtracer.it.requests", 400);
    private static final int JAVA_OF_SCOPES = 25;
    private static final int JAVA_OF_VIRTUAL_THREADS = 21;

    @RegisterExtension
    final Jvms jvms = new Jvms();

    /** @param complete whether each call has its request */
    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
                    SHAPE,       BELOW,   TASK,   COMPLETE
                    throttle,    pool,    lambda, true
                    throttle,    pool,    object, true
                    throttle,    pool,    own,    false
                    throttle,    future,  lambda, true
                    throttle,    future,  object, true
                    throttle,    future,  own,    false
                    throttle,    virtual, lambda, true
                    throttle,    virtual, object, true
                    throttle,    virtual, own,    false
                    serial,      pool,    lambda, true
                    serial,      virtual, object, true
                    serial,      common,  own,    false
                    bus,         pool,    own,    true
                    bus,         virtual, lambda, true
                    batches,     pool,    lambda, true
                    batches,     virtual, object, true
                    stealing,    pool,    forked, true
                    stealing,    pool,    lambda, true
                    stealing,    pool,    again,  false
                    retry,       pool,    lambda, true
                    retry,       pool,    own,    false
                    caller-runs, pool,    own,    true
                    caller-runs, pool,    again,  true
                    per-task,    pool,    again,  true
                    per-task,    virtual, own,    true
                    per-task,    virtual, again,  true
                    scope,       pool,    own,    true
                    mailbox,     pool,    lambda, true
                    mailbox,     virtual, object, true
                    stages,      pool,    own,    true
                    stages,      common,  own,    true
                    stages,      virtual, own,    true
                    elastic,     pool,    lambda, true
                    elastic,     pool,    own,    true
                    elastic,     virtual, lambda, true
                    elastic,     virtual, own,    true
                    mutex,       pool,    lambda, true
                    mutex,       pool,    own,    true
                    mutex,       virtual, own,    false
                    """)
    void arrow_neverLeadsToAnotherRequest(String shape, String below, String task, boolean complete)
            throws IOException {
        assumeTrue(!below.equals("virtual") || Jdk.feature() >= JAVA_OF_VIRTUAL_THREADS, "virtual threads need 21");
        assumeTrue(!shape.equals("scope") || Jdk.feature() >= JAVA_OF_SCOPES, "scopes need Java 25");
        String application = RequestShapes.class.getName();
        JvmCommand command = jvms.app(RequestShapes.class, shape, below, task, Integer.toString(REQUESTS))
                .onClassPath(
                        reactor.core.publisher.Mono.class,
                        org.reactivestreams.Publisher.class,
                        kotlin.Unit.class,
                        kotlinx.coroutines.Job.class)
                .jvm(
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3",
                        "-Dreactor.schedulers.defaultBoundedElasticSize=2",
                        "-Dreactor.schedulers.defaultBoundedElasticOnVirtualThreads=" + below.equals("virtual"))
                .agent("include=" + application + ",args=" + application);
        if (shape.equals("scope")) {
            command = command.jvm("--enable-preview");
        }

        JvmResult traced = command.run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        RequestArrows arrows = RequestArrows.read(traced.files(".json").get(0));
        assertThat(traced.stdout()).isEqualTo("calls " + arrows.calls() + "\n");
        assertThat(arrows.climbed().wrong() + arrows.arrows().wrong())
                .as("%s", arrows)
                .isZero();
        // Where no thread waits for the mutex, its holder runs on without a task.
        assertThat(
                        shape.equals("mutex")
                                ? arrows.climbed().right()
                                : arrows.arrows().right())
                .as("%s", arrows)
                .isPositive();
        if (complete) {
            assertThat(arrows.climbed().missing()).as("%s", arrows).isZero();
        }
        if (shape.equals("throttle")) {
            assertThat(Files.readString(traced.files(".json").get(0)))
                    .as("the number of tasks that another task has passed")
                    .containsPattern("\"tasksWithoutCause\":[1-9]");
        }
    }
}
