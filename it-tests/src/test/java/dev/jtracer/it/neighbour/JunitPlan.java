// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.jtracer.junit.MaxSql;
import dev.jtracer.junit.TraceExtension;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs a plan of tests, and prints how each ended and what it reported, in the order of their names. */
public final class JunitPlan {
    private JunitPlan() {}

    /**
     * Runs the tests of a class.
     *
     * @param args the class's name, and configuration parameters as {@code key=value}; {@code again=true} runs all
     *     twice
     */
    public static void main(String[] args) throws ClassNotFoundException {
        LauncherDiscoveryRequestBuilder plan = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Class.forName(JunitPlan.class.getName() + "$" + args[0])));
        for (String parameter : List.of(args).subList(1, args.length)) {
            plan.configurationParameter(
                    parameter.substring(0, parameter.indexOf('=')), parameter.substring(parameter.indexOf('=') + 1));
        }
        Lines lines = new Lines();
        for (int i = List.of(args).contains("again=true") ? 2 : 1; i > 0; i--) {
            LauncherFactory.create().execute(plan.build(), lines);
        }
        lines.text.stream().sorted().forEach(System.out::println);
    }

    private static final class Lines implements TestExecutionListener {
        final List<String> text = new ArrayList<>();

        @Override
        public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                text.add(test.getDisplayName() + " " + result.getStatus()
                        + result.getThrowable()
                                .map(cause -> " " + cause.getMessage())
                                .orElse(""));
            }
        }

        @Override
        public synchronized void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
            for (Map.Entry<String, String> pair : entry.getKeyValuePairs().entrySet()) {
                text.add(test.getDisplayName() + " " + pair.getKey() + " " + pair.getValue());
            }
        }
    }

    /** Tests of all kinds. Those of one class share no state. */
    @ExtendWith(TraceExtension.class)
    static final class Orders {
        @BeforeEach
        void fixture() throws SQLException {
            lines(10); // not limited
        }

        @Test
        @MaxSql(3)
        void few() throws SQLException {
            lines(2);
        }

        @Test
        @MaxSql(3)
        void many() throws SQLException {
            lines(40);
        }

        @Test
        void fails() throws SQLException {
            lines(1);
            throw new IllegalStateException("as expected");
        }

        @Test
        void slow() throws InterruptedException {
            Thread.sleep(600);
        }

        @RepeatedTest(2)
        void repeated() {}

        @Test
        @MaxSql(3)
        @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
        void manyElsewhere() throws SQLException {
            lines(4);
        }

        @Test
        void assumes() {
            Assumptions.assumeTrue(false, "nothing");
        }

        @TestFactory
        @MaxSql(3)
        Stream<DynamicTest> dynamic() {
            return Stream.of(
                    DynamicTest.dynamicTest("first", () -> lines(2)),
                    DynamicTest.dynamicTest("second", () -> lines(2)),
                    DynamicTest.dynamicTest("third", () -> lines(3)));
        }

        @Nested
        @MaxSql(0)
        final class WithoutDatabase {
            @Test
            void none() {}

            @Test
            void one() throws SQLException {
                lines(0);
            }
        }
    }

    /** Tests whose names some file systems cannot encode, or are too long for them. */
    @ExtendWith(TraceExtension.class)
    static final class Names {
        @Test
        @DisplayName("greets")
        @SuppressWarnings("UnicodeInCode") // the name is what the test is about
        void grüßt() {}

        @TestFactory
        Stream<DynamicTest> dynamic() {
            return Stream.of("テスト", "テスト".repeat(40), "𠮷".repeat(60))
                    .map(name -> DynamicTest.dynamicTest(name, () -> {
                        throw new IllegalStateException("as expected");
                    }));
        }
    }

    /** Numbered tests of a numbered class. */
    @ExtendWith(TraceExtension.class)
    @ParameterizedClass
    @ValueSource(ints = {3, 4})
    static final class Rows {
        private final int row;

        Rows(int row) {
            this.row = row;
        }

        @RepeatedTest(2)
        void repeated() {
            Assertions.assertEquals(3, row);
        }
    }

    /** Two tests that run at the same time. */
    @ExtendWith(TraceExtension.class)
    static final class Pair {
        private static final CyclicBarrier BOTH = new CyclicBarrier(2);

        @Test
        @MaxSql(6)
        void left() throws Exception {
            atTheSameTime(5);
        }

        @Test
        @MaxSql(6)
        void right() throws Exception {
            atTheSameTime(7);
        }

        private static void atTheSameTime(int count) throws Exception {
            BOTH.await(1, TimeUnit.MINUTES);
            lines(count);
            BOTH.await(1, TimeUnit.MINUTES);
        }
    }

    /** Creates a table and executes as many queries of it, each a statement. */
    static void lines(int count) throws SQLException {
        try (Connection database = DriverManager.getConnection("jdbc:h2:mem:");
                Statement make = database.createStatement()) {
            make.execute("create table lines(id int)");
            for (int i = 0; i < count; i++) {
                try (PreparedStatement query = database.prepareStatement("select id from lines where id = ?")) {
                    query.setInt(1, i);
                    query.executeQuery();
                }
            }
        }
    }
}
