// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeTotalsTest {
    private static final String TWO_PATHS = """
            B 1 0 main
            B 1 1 load
            B 1 2 parse
            E 1 5 parse
            E 1 6 load
            B 1 7 parse
            E 1 9 parse
            B 1 10 load
            B 1 10 parse
            E 1 11 parse
            E 1 13 load
            E 1 20 main
            """;

    private static String text(List<TreeTotals.Node> nodes) {
        StringBuilder text = new StringBuilder();
        append(nodes, "", text);
        return text.toString();
    }

    private static void append(List<TreeTotals.Node> nodes, String indent, StringBuilder text) {
        for (TreeTotals.Node node : nodes) {
            text.append(indent).append(node.name()).append(' ').append(node.count());
            text.append(" self ").append(node.selfNanos() / 1000);
            text.append(" total ").append(node.totalNanos() / 1000).append('\n');
            append(node.children(), indent + "  ", text);
        }
    }

    private static TreeTotals totals(String lines) throws IOException {
        return TreeTotals.of(CallTreeWalk.of(TreeText.trees(lines)));
    }

    @Test
    void topDown_addsUpPaths() throws IOException {
        assertThat(text(totals(TWO_PATHS).topDown())).isEqualTo("""
                        main 1 self 10 total 20
                          load 2 self 4 total 8
                            parse 2 self 4 total 4
                          parse 1 self 2 total 2
                        """);
    }

    @Test
    void bottomUp_addsUpFunctionsAndTheirCallers() throws IOException {
        assertThat(text(totals(TWO_PATHS).bottomUp())).isEqualTo("""
                        main 1 self 10 total 20
                        parse 3 self 6 total 6
                          load 2 self 4 total 4
                            main 2 self 4 total 4
                          main 1 self 2 total 2
                        load 2 self 4 total 8
                          main 2 self 4 total 8
                        """);
    }

    @Test
    void selfTimesOfTheTestTree_addUpToItsLength() throws IOException {
        assertThat(text(totals(TreeText.A_TO_E).bottomUp())).isEqualTo("""
                        A 1 self 3 total 10
                        D 1 self 3 total 3
                          A 1 self 3 total 3
                        E 1 self 3 total 3
                        B 1 self 2 total 4
                          A 1 self 2 total 4
                        C 1 self 2 total 2
                          B 1 self 2 total 2
                            A 1 self 2 total 2
                        """);
    }

    @Test
    void recursion_countsOnceInTheTotal() throws IOException {
        assertThat(totals("""
                        B 1 0 f
                        B 1 1 g
                        B 1 2 f
                        E 1 4 f
                        E 1 5 g
                        E 1 10 f
                        """).bottomUp())
                .satisfiesExactly(
                        f -> assertThat(f.name() + f.count() + " " + f.selfNanos() + " " + f.totalNanos())
                                .isEqualTo("f2 8000 10000"),
                        g -> assertThat(g.name() + g.count() + " " + g.selfNanos() + " " + g.totalNanos())
                                .isEqualTo("g1 2000 4000"));
    }

    @Test
    void window_countsOnlyWhatLiesInIt() throws IOException {
        CallTrees trees = TreeText.trees(TWO_PATHS);

        assertThat(text(TreeTotals.of(CallTreeWalk.of(trees).within(4_000, 8_000))
                        .topDown()))
                .isEqualTo("""
                        main 1 self 1 total 4
                          load 1 self 1 total 2
                            parse 1 self 1 total 1
                          parse 1 self 1 total 1
                        """);
    }

    @Test
    void filter_givesTheTimeOfHiddenCallsToTheirCallers() throws IOException {
        CallTrees trees = TreeText.trees(TWO_PATHS);
        CallTreeWalk walk =
                CallTreeWalk.of(trees).showing(call -> !trees.name(call).equals("load"));

        assertThat(text(TreeTotals.of(walk).topDown())).isEqualTo("""
                        main 1 self 14 total 20
                          parse 3 self 6 total 6
                        """);
        assertThat(text(TreeTotals.of(walk).bottomUp())).isEqualTo("""
                        main 1 self 14 total 20
                        parse 3 self 6 total 6
                          main 3 self 6 total 6
                        """);
    }

    @Test
    void groups_mayBeAnythingThatACallHas() throws IOException {
        CallTrees trees = TreeText.trees("""
                X 1 0 a "dur":10,"cat":"web"
                X 1 1 b "dur":4,"cat":"sql"
                X 1 6 c "dur":1,"cat":"sql"
                """);

        assertThat(text(TreeTotals.of(CallTreeWalk.of(trees))
                        .groupedBy(trees::category)
                        .topDown()))
                .isEqualTo("""
                        web 1 self 5 total 10
                          sql 2 self 5 total 5
                        """);
    }
}
