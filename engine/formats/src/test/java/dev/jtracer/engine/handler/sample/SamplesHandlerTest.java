// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import dev.jtracer.engine.handler.sample.Samples.Problem;
import dev.jtracer.engine.handler.sample.Samples.Profile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Among them catapult's importer tests of samples. */
class SamplesHandlerTest {
    private static final String NODES = """
            "nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},\
            {"id":2,"parent":1,"callFrame":{"functionName":"main","url":"app.js","lineNumber":9}},\
            {"id":3,"parent":2,"callFrame":{"functionName":"work","url":"app.js","lineNumber":-1}}]""";

    private static Samples samples(String lines) throws IOException {
        return HandlerRun.ofLines(new SamplesHandler(), lines);
    }

    private static Profile only(Samples samples) {
        assertThat(samples.profiles()).hasSize(1);
        return samples.profiles().get(0);
    }

    /** The tree, a node a line: {@code name self/total}. */
    private static String tree(Profile profile) {
        StringBuilder text = new StringBuilder();
        SampleTree tree = profile.tree();
        appendNodes(tree, tree.firstChild(SampleTree.ROOT), "", text);
        return text.toString();
    }

    private static void appendNodes(SampleTree tree, int first, String indent, StringBuilder text) {
        for (int node = first; node != SampleTree.NONE; node = tree.nextSibling(node)) {
            text.append(indent).append(tree.frame(node).name()).append(' ');
            text.append(tree.selfCount(node)).append('/').append(tree.totalCount(node));
            text.append('\n');
            appendNodes(tree, tree.firstChild(node), indent + "  ", text);
        }
    }

    private static Map<Problem, Long> problems(String lines) throws IOException {
        return HandlerRun.ofLines(new SampleTotalsHandler(), lines).problems();
    }

    /** The time that each sample represents, in microseconds. */
    private static List<Long> micros(Profile profile) {
        return IntStream.range(0, profile.size())
                .mapToObj(sample -> profile.durNanos(sample) / 1000)
                .toList();
    }

    @Test
    void sampleEvents_withoutStackStandUnderTheirNames() throws IOException {
        Profile profile = only(samples("""
                P 7 4 a
                P 7 5 b
                P 7 6 a
                """));

        assertThat(tree(profile)).isEqualTo("a 2/2\nb 1/1\n");
        assertThat(profile.hasDurations()).isFalse();
        assertThat(profile.tree().frame(profile.node(2)).name()).isEqualTo("a");
    }

    @Test
    void sampleEvents_withStacksMakeATree() throws IOException {
        Profile profile = only(samples("""
                P 7 4 cycles "stack":["main","read"]
                P 7 5 cycles "stack":["main","parse","read"]
                P 7 6 cycles "stack":["main","read"]
                P 7 7 cycles "stack":["main"]
                """));

        assertThat(tree(profile)).isEqualTo("""
                main 1/4
                  read 2/2
                  parse 0/1
                    read 1/1
                """);
    }

    @Test
    void sampleEvents_withoutArgsAreTaken() throws IOException {
        assertThat(tree(only(samples("P 7 4 a")))).isEqualTo("a 1/1\n");
    }

    @Test
    void sampleEvents_withUnknownFramesStandUnderTheirNames() throws IOException {
        String lines = "P 7 4 a \"sf\":8\nP 7 5 a \"sf\":8";

        assertThat(tree(only(samples(lines)))).isEqualTo("a 2/2\n");
        assertThat(problems(lines)).hasToString("{UNKNOWN_FRAME=2}");
    }

    @Test
    void sampleEvents_areInTheOrderOfTime() throws IOException {
        Profile profile = only(samples("""
                P 7 9 late
                P 7 4 early
                """));

        assertThat(profile.tree().frame(profile.node(0)).name()).isEqualTo("early");
    }

    @Test
    void threads_haveProfilesOfTheirOwn() throws IOException {
        Samples samples = samples("""
                P 1:7 4 a
                P 1:8 5 b
                P 2:7 6 c
                """);

        assertThat(samples.profiles()).hasSize(3);
        assertThat(tree(samples.profiles().get(2))).isEqualTo("c 1/1\n");
    }

    @Test
    void profileInOnePiece_hasItsTimesFromItsStart() throws IOException {
        Profile profile = only(samples("""
                I 7 900 CpuProfile "args":{"data":{"cpuProfile":{"startTime":1000,"endTime":1100,%s,\
                "samples":[2,3,3,2],"timeDeltas":[10,20,30,5]}}}
                """.formatted(NODES)));

        assertThat(tree(profile)).isEqualTo("""
                main 2/4
                  work 2/2
                """);
        assertThat(micros(profile)).containsExactly(20L, 30L, 5L, 35L);
        assertThat(profile.durNanos()).isEqualTo(90_000);
        int main = profile.tree().firstChild(SampleTree.ROOT);
        assertThat(profile.tree().frame(main)).isEqualTo(new SampleTree.Frame("main", "app.js", 10));
        assertThat(profile.tree().frame(profile.tree().firstChild(main)).line()).isZero();
        assertThat(profile.tree().totalCount(SampleTree.ROOT)).isEqualTo(4);
        assertThat(profile.tree().parent(main)).isEqualTo(SampleTree.ROOT);
    }

    @Test
    void profileWithChildren_isTheSameTree() throws IOException {
        Profile profile = only(samples("""
                X 7 900 CpuProfile "args":{"data":{"cpuProfile":{"startTime":0,"samples":[3],"timeDeltas":[1],\
                "nodes":[{"id":1,"functionName":"(root)","children":[2]},\
                {"id":3,"functionName":"work"},{"id":2,"functionName":"main","children":[3]}]}}}
                """));

        assertThat(tree(profile)).isEqualTo("main 0/1\n  work 1/1\n");
    }

    @Test
    void profileInPieces_isOneProfileOfTheThreadThatWasSampled() throws IOException {
        Profile profile = only(samples("""
                P 7 1000 Profile "id":"0x1","args":{"data":{"startTime":1000,"source":"Inspector"}}
                P 99 1100 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{%s,"samples":[2,3]},"timeDeltas":[10,20]}}
                P 99 1200 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{"nodes":\
                [{"id":4,"parent":3,"callFrame":{"functionName":"deep"}}],"samples":[4,2]},"timeDeltas":[30,5],"endTime":1075}}
                """.formatted(NODES)));

        assertThat(profile.tid()).isEqualTo(7);
        assertThat(tree(profile)).isEqualTo("""
                main 2/4
                  work 1/2
                    deep 1/1
                """);
    }

    @Test
    void profilesOfTwoProcesses_mayShareAnId() throws IOException {
        Samples samples = samples("""
                P 1:7 0 Profile "id":"0x1","args":{"data":{"startTime":0}}
                P 2:7 0 Profile "id":"0x1","args":{"data":{"startTime":0}}
                P 1:7 9 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{"nodes":\
                [{"id":1,"callFrame":{"functionName":"one"}}],"samples":[1]},"timeDeltas":[1]}}
                P 2:7 9 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{"nodes":\
                [{"id":1,"callFrame":{"functionName":"two"}}],"samples":[1,1]},"timeDeltas":[1,1]}}
                """);

        assertThat(tree(samples.profiles().get(0))).isEqualTo("one 1/1\n");
        assertThat(tree(samples.profiles().get(1))).isEqualTo("two 2/2\n");
    }

    @Test
    void pieces_mayComeInAnyOrder() throws IOException {
        Profile profile = only(samples("""
                P 99 1200 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{"samples":[3]},"timeDeltas":[5]}}
                P 99 1100 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{%s,"samples":[2]},"timeDeltas":[10]}}
                P 7 1000 Profile "id":"0x1","args":{"data":{"startTime":1000}}
                """.formatted(NODES)));

        assertThat(profile.tid()).isEqualTo(7);
        assertThat(micros(profile)).containsExactly(5L, 0L);
        assertThat(tree(profile)).isEqualTo("main 1/2\n  work 1/1\n");
    }

    @Test
    void piece_withTooFewTimesIsCountedAndDropped() throws IOException {
        String lines = """
                P 7 0 Profile "id":"0x1","args":{"data":{"startTime":0}}
                P 7 1 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{%s,"samples":[2,2,2]},"timeDeltas":[10,10]}}
                P 7 2 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{"samples":[3]},"timeDeltas":[10]}}
                """.formatted(NODES);

        assertThat(problems(lines)).hasToString("{LENGTH_MISMATCH=1}");
        assertThat(tree(only(samples(lines)))).isEqualTo("main 0/1\n  work 1/1\n");
    }

    @Test
    void piece_withoutDataIsCounted() throws IOException {
        String lines = """
                P 7 0 Profile "id":"0x1","args":{"data":{"startTime":0}}
                P 7 1 ProfileChunk "id":"0x1"
                P 7 1 ProfileChunk "id":"0x1","args":{}
                """;

        assertThat(problems(lines)).hasToString("{MISSING_DATA=2}");
        assertThat(only(samples(lines)).size()).isZero();
    }

    @Test
    void sample_ofAnUnknownNodeIsCountedAndDropped() throws IOException {
        String lines = """
                P 7 1 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{%s,"samples":[2,77]},"timeDeltas":[10,10]}}
                """.formatted(NODES);

        assertThat(problems(lines)).hasToString("{UNKNOWN_NODE=1}");
        assertThat(only(samples(lines)).size()).isEqualTo(1);
    }

    @Test
    void nodes_inACircleEndSomewhere() throws IOException {
        Profile profile = only(samples("""
                P 7 1 ProfileChunk "id":"0x1","args":{"data":{"cpuProfile":{"nodes":[\
                {"id":1,"parent":2,"callFrame":{"functionName":"a"}},\
                {"id":2,"parent":1,"callFrame":{"functionName":"b"}}],"samples":[1]},"timeDeltas":[10]}}
                """));

        assertThat(profile.size()).isEqualTo(1);
        assertThat(profile.tree().totalCount(SampleTree.ROOT)).isEqualTo(1);
    }
}
