// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jtracer.agent.config.AgentOptions;
import dev.jtracer.agent.config.AgentOptionsParser;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.output.ReportInMemory;
import dev.jtracer.agent.session.Budget.Load;
import dev.jtracer.agent.thread.TracerThreads;
import dev.jtracer.engine.event.StringTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {
    private static final double NANOS_PER_CALL = 100;
    private static final double SECOND = 1e9;

    private static List<String> chosen(double limit, Load... loads) {
        double calls = 0;
        for (Load load : loads) {
            calls += load.calls();
        }
        return names(Budget.chosen(List.of(loads), NANOS_PER_CALL, calls * NANOS_PER_CALL, SECOND, limit));
    }

    private static List<String> names(List<Load> loads) {
        return loads.stream().map(Load::name).toList();
    }

    @Test
    void shortMethodCalledOften_isDroppedAlone() {
        assertThat(chosen(
                        0.05,
                        new Load(0, "a.Statement.execute", 1_000, 300_000),
                        new Load(0, "a.Row.isNull", 2_000_000, 20)))
                .containsExactly("a.Row.isNull");
    }

    @Test
    void enoughMethodsAreDropped_theMostExpensiveForTheirTimeFirst() {
        assertThat(chosen(
                        0.05,
                        new Load(0, "a.A.one", 1_000_000, 500),
                        new Load(0, "a.A.two", 1_000_000, 1_000),
                        new Load(0, "a.A.three", 500_000, 50),
                        new Load(0, "a.A.four", 150_000, 5_000)))
                .containsExactly("a.A.three", "a.A.one", "a.A.two");
    }

    @Test
    void longCalls_areNeverDropped() {
        assertThat(chosen(0.05, new Load(0, "a.A.slow", 3_000_000, 21_000))).isEmpty();
        assertThat(chosen(0.05, new Load(0, "a.A.shorter", 3_000_000, 19_000))).containsExactly("a.A.shorter");
    }

    @Test
    void methodsThatSaveLittle_areNotWorthARound() {
        assertThat(chosen(0.05, new Load(0, "a.A.slow", 3_000_000, 21_000), new Load(0, "a.A.rare", 250_000, 20)))
                .isEmpty();
    }

    @Test
    void fileOnAFullDisk_keepsItsNames(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("dropped.txt");
        Budget.replace(file, Set.of("a.A.one"));
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Files.createSymbolicLink(directory.resolve("dropped.txt.new"), full);

        assertThatThrownBy(() -> Budget.replace(file, Set.of("a.A.one", "a.A.two")))
                .isInstanceOf(IOException.class);
        assertThat(file).hasContent("a.A.one");
        Path link = Files.createSymbolicLink(directory.resolve("link.txt"), file);
        Budget.replace(link, Set.of("a.A.two"));
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("a.A.two");
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void farBelowTheBudget_nothingIsDropped() {
        assertThat(chosen(0.05, new Load(0, "a.A.one", 240_000, 20))).isEmpty();
    }

    @Test
    void roundsEnd_andALineSaysWhatRemains() throws OptionException {
        ReportInMemory lines = new ReportInMemory();
        AgentOptions options = new AgentOptionsParser(new Properties(), Map.of()).parse("include=a,budget=5%");
        Budget budget = new Budget(options.weaving(), new StringTable(), new TracerThreads(line -> {}), lines.report());
        List<Load> loads = List.of(new Load(0, "a.A.one", 2_000_000, 20));
        long first = budget.periodNanos();

        for (int round = 0; round < 200; round++) {
            budget.reduce(methods -> Set.of(), loads, List.of(), NANOS_PER_CALL, 0.2 * SECOND, SECOND);
        }

        assertThat(budget.periodNanos()).isEqualTo(40 * first);
        assertThat(lines.text()).isEmpty();
        for (int look = 0; look < 3; look++) {
            budget.reduce(methods -> Set.of(), loads, List.of(), NANOS_PER_CALL, 0.2 * SECOND, SECOND);
        }
        assertThat(lines.text()).containsOnlyOnce("budget=5% is not reached: tracing takes 20.0 % of the CPU time");
    }

    /** A program of random methods, in rounds as the budget has them, comes down to its budget and stays there. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomPrograms_settle(long seed) {
        Random random = new Random(seed);
        double limit = 0.01 + random.nextDouble() / 10;
        List<Load> methods = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            double nanos = Math.exp(random.nextDouble() * 9) * 10;
            methods.add(new Load(0, "a.A.m" + i, (long) (random.nextDouble() * 3e9 / nanos / 500), nanos));
        }
        Set<String> dropped = new HashSet<>();
        int rounds = 0;
        while (true) {
            List<Load> recorded = new ArrayList<>();
            double calls = 0;
            for (Load method : methods) {
                // Rates vary by a tenth from round to round.
                long varied = (long) (method.calls() * (0.95 + random.nextDouble() / 10));
                if (!dropped.contains(method.name())) {
                    recorded.add(new Load(0, method.name(), varied, method.averageNanos()));
                    calls += varied;
                }
            }
            double cost = calls * NANOS_PER_CALL;
            double process = 3 * SECOND + cost;
            if (cost <= limit * process) {
                break;
            }
            List<String> more = names(Budget.chosen(recorded, NANOS_PER_CALL, cost, process, limit));
            assertThat(more).isNotEmpty();
            assertThat(dropped.addAll(more)).isTrue();
            rounds++;
        }

        assertThat(rounds).isLessThanOrEqualTo(3);
        assertThat(dropped).isNotEmpty().hasSizeLessThan(methods.size());
    }
}
