// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.junit;

import dev.jtracer.Tracer;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/**
 * The extension that records each test as a call of its own, {@code test com.acme.OrderTest.lists[2]}, so that tests
 * which run at the same time are told apart. It checks {@link MaxSql}, and has {@link TestTraces} cut the traces of
 * failed and slow tests.
 */
public final class TraceExtension implements BeforeEachCallback, AfterEachCallback, InvocationInterceptor {
    /* A test is measured by interceptors, which run on the thread of the test, also if a timeout runs it on another
     * than its fixtures. */

    private static final Namespace NAMESPACE = Namespace.create(TraceExtension.class);
    private static final Pattern INVOCATION = Pattern.compile(":#(\\d+)]");
    private static final String BEGIN = "begin";

    /** Texts of statements in the message of a test that executes too many. */
    private static final int TEXTS_SHOWN = 3;

    public TraceExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        context.getStore(NAMESPACE).put(BEGIN, Tracer.recordedNanos());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Long begin = context.getStore(NAMESPACE).remove(BEGIN, Long.class);
        if (begin != null) {
            keep(name(context), begin, context.getExecutionException().orElse(null), context);
        }
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        measure(invocation, name(context), limit(context), context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        interceptTestMethod(invocation, method, context);
    }

    /** Measures the method that makes dynamic tests; some run within it and some later, each with its own limit. */
    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        return measure(invocation, name(context), null, context);
    }

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context) throws Throwable {
        ExtensionContext factory = context;
        while (factory.getTestMethod().isEmpty() && factory.getParent().isPresent()) {
            factory = factory.getParent().get(); // dynamic tests and their containers have neither class nor method
        }
        String name = name(factory) + " " + context.getDisplayName();
        long begin = Tracer.recordedNanos();
        Throwable failure = null;
        try {
            measure(invocation, name, limit(factory), context);
        } catch (Throwable thrown) {
            failure = thrown;
            throw thrown;
        } finally {
            keep(name, begin, failure, context);
        }
    }

    /** Proceeds, as a call of the test's name, and fails if that executes more statements than its limit. */
    private static <T> T measure(
            Invocation<T> invocation, String name, @Nullable MaxSql limit, ExtensionContext context) throws Throwable {
        try (Tracer.Measurement measurement = Tracer.measure("test " + name);
                Tracer.StatementCount count = limit == null ? null : Tracer.countStatements()) {
            try {
                T result = invocation.proceed();
                if (count != null && limit != null) {
                    check(name, count.executions(), limit.value(), context);
                }
                return result;
            } catch (Throwable failure) {
                if (isFailure(failure)) {
                    measurement.fail();
                }
                throw failure;
            }
        }
    }

    private static void check(
            String name, @Nullable Map<String, Long> executions, int limit, ExtensionContext context) {
        if (executions == null) {
            context.publishReportEntry(
                    "jtracer",
                    "@MaxSql(" + limit + ") was not checked, as no statements are recorded; run the tests with"
                            + " -javaagent:tracer.jar=include=PACKAGE");
            return;
        }
        long total = executions.values().stream().mapToLong(Long::longValue).sum();
        if (total > limit) {
            throw new AssertionError("'" + name + "' executed " + total + (total == 1 ? " statement" : " statements")
                    + ", more than @MaxSql(" + limit + "): " + mostFrequent(executions));
        }
    }

    private static String mostFrequent(Map<String, Long> executions) {
        return executions.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(TEXTS_SHOWN)
                        .map(entry -> "'" + entry.getKey() + "'"
                                + (entry.getValue() == 1 ? "" : " " + entry.getValue() + " times"))
                        .collect(Collectors.joining(", "))
                + (executions.size() > TEXTS_SHOWN ? ", and others" : "");
    }

    /** @param begin the recording's time at the test's begin; negative if there was none */
    private static void keep(String name, long begin, @Nullable Throwable failure, ExtensionContext context) {
        long end = Tracer.recordedNanos();
        if (begin < 0 || end < begin) {
            return;
        }
        try {
            Store store = context.getRoot().getStore(NAMESPACE);
            TestTraces traces = store.getOrComputeIfAbsent(
                    TestTraces.class, key -> TestTraces.of(context::getConfigurationParameter), TestTraces.class);
            Path trace = traces.add(name, begin, end, failure != null && isFailure(failure));
            if (trace != null) {
                context.publishReportEntry("jtracer.trace", trace.toString());
            }
        } catch (RuntimeException e) { // the test has its own result
            TestTraces.say("no trace of '" + name + "' (" + e + ")");
        }
    }

    /** Returns whether a test has failed, and not ended by an assumption, JUnit 4's included. */
    private static boolean isFailure(Throwable thrown) {
        for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
            if (type == TestAbortedException.class
                    || type.getName().equals("org.junit.internal.AssumptionViolatedException")) {
                return false;
            }
        }
        return true;
    }

    /** Returns the name of a test: class, method, and the numbers of their invocations if they have several. */
    private static String name(ExtensionContext context) {
        String name = context.getTestClass().map(Class::getName).orElse("") + "."
                + context.getTestMethod().map(Method::getName).orElse(context.getDisplayName());
        return INVOCATION
                .matcher(context.getUniqueId())
                .results()
                .map(invocation -> "[" + invocation.group(1) + "]")
                .collect(Collectors.joining("", name, ""));
    }

    private static @Nullable MaxSql limit(ExtensionContext context) {
        Optional<MaxSql> limit = AnnotationSupport.findAnnotation(context.getTestMethod(), MaxSql.class);
        for (Class<?> type = context.getTestClass().orElse(null);
                limit.isEmpty() && type != null;
                type = type.getEnclosingClass()) {
            limit = AnnotationSupport.findAnnotation(type, MaxSql.class);
        }
        return limit.orElse(null);
    }
}
