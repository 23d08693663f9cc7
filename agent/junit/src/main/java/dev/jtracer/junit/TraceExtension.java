// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.junit;

import dev.jtracer.Tracer;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The extension that records each test as a call of its own, {@code test com.acme.OrderTest.lists[2]}, so that tests
 * which run at the same time are told apart. It checks {@link MaxSql}, and has {@link TestTraces} cut the traces of
 * failed and slow tests.
 */
public final class TraceExtension
        implements BeforeEachCallback,
                BeforeTestExecutionCallback,
                AfterTestExecutionCallback,
                AfterEachCallback,
                InvocationInterceptor {
    private static final Namespace NAMESPACE = Namespace.create(TraceExtension.class);
    private static final Pattern INVOCATION = Pattern.compile("#(\\d+)]$");

    /** Texts of statements in the message of a test that executes too many. */
    private static final int TEXTS_SHOWN = 3;

    public TraceExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        traces(context);
        store(context).put(Instant.class, Instant.now());
    }

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        Store store = store(context);
        store.put(Tracer.Measurement.class, Tracer.measure("test " + name(context)));
        if (limit(context).isPresent()) {
            store.put(Tracer.StatementCount.class, Tracer.countStatements());
        }
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        Store store = store(context);
        String excess = null;
        Tracer.StatementCount count = store.remove(Tracer.StatementCount.class, Tracer.StatementCount.class);
        if (count != null) {
            excess = excess(context, count);
            count.close();
        }
        Tracer.Measurement measurement = store.remove(Tracer.Measurement.class, Tracer.Measurement.class);
        if (measurement != null) {
            if (excess != null || context.getExecutionException().isPresent()) {
                measurement.fail();
            }
            measurement.close();
        }
        if (excess != null) {
            throw new AssertionError(excess);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Instant begin = store(context).remove(Instant.class, Instant.class);
        if (begin == null || Tracer.recording() == null) {
            return;
        }
        boolean failed = context.getExecutionException().isPresent();
        Path trace = traces(context).add(name(context), begin, Instant.now(), failed);
        if (trace != null) {
            context.publishReportEntry("jtracer.trace", trace.toString());
        }
    }

    @Override
    public void interceptDynamicTest(
            Invocation<Void> invocation, DynamicTestInvocationContext test, ExtensionContext context) throws Throwable {
        ExtensionContext factory = context.getParent().orElse(context);
        while (factory.getTestMethod().isEmpty() && factory.getParent().isPresent()) {
            factory = factory.getParent().get(); // a container of dynamic tests has neither class nor method
        }
        Tracer.Measurement measurement = Tracer.measure("test " + name(factory) + " " + context.getDisplayName());
        try {
            invocation.proceed();
        } catch (Throwable failure) {
            measurement.fail();
            throw failure;
        } finally {
            measurement.close();
        }
    }

    private static TestTraces traces(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        TestTraces.class, key -> TestTraces.of(context::getConfigurationParameter), TestTraces.class);
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }

    /** Returns the name of a test: class, method, and the number of the invocation if it has several. */
    private static String name(ExtensionContext context) {
        String name = context.getTestClass().map(Class::getName).orElse("") + "."
                + context.getTestMethod().map(Method::getName).orElse(context.getDisplayName());
        Matcher invocation = INVOCATION.matcher(context.getUniqueId());
        return invocation.find() ? name + "[" + invocation.group(1) + "]" : name;
    }

    private static Optional<Integer> limit(ExtensionContext context) {
        Optional<MaxSql> limit = AnnotationSupport.findAnnotation(context.getTestMethod(), MaxSql.class);
        for (Class<?> type = context.getTestClass().orElse(null);
                limit.isEmpty() && type != null;
                type = type.getEnclosingClass()) {
            limit = AnnotationSupport.findAnnotation(type, MaxSql.class);
        }
        return limit.map(MaxSql::value);
    }

    /** Returns what a test executed beyond its limit; null if nothing. */
    private static @Nullable String excess(ExtensionContext context, Tracer.StatementCount count) {
        int limit = limit(context).orElse(Integer.MAX_VALUE);
        Map<String, Long> executions = count.executions();
        if (executions == null) {
            context.publishReportEntry(
                    "jtracer",
                    "@MaxSql(" + limit + ") was not checked; run the tests with -javaagent:tracer.jar=include=PACKAGE");
            return null;
        }
        long total = executions.values().stream().mapToLong(Long::longValue).sum();
        return total <= limit
                ? null
                : "'" + name(context) + "' executed " + total + (total == 1 ? " statement" : " statements")
                        + ", more than @MaxSql(" + limit + "): "
                        + mostFrequent(executions);
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
}
