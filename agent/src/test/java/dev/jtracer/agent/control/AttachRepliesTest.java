// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachRepliesTest {
    private final Properties properties = new Properties();
    private final AttachReplies replies = new AttachReplies(properties);

    private static void ignore(String line) {}

    @Test
    void request_isReadBackFromItsArguments() {
        AttachRequest command = new AttachRequest("5f", "stop", "");
        AttachRequest options = new AttachRequest("5f", "", "include=com.acme;com.b,min=5ms");

        assertThat(AttachRequest.parse(command.toArguments())).isEqualTo(command);
        assertThat(AttachRequest.parse(options.toArguments())).isEqualTo(options);
        AttachRequest both = new AttachRequest("5f", "stop", "totals=off");
        assertThat(AttachRequest.parse(both.toArguments())).isEqualTo(both);
    }

    @Test
    void request_mayComeWithoutATool() {
        assertThat(AttachRequest.parse("command=stop")).isEqualTo(new AttachRequest("", "stop", ""));
        assertThat(AttachRequest.parse("")).isEqualTo(new AttachRequest("", "", ""));
    }

    @Test
    void reply_isFoundByItsNonceAlone() {
        replies.reply(new AttachRequest("a", "stop", ""), Reply.done("stopped\ntwo lines"), AttachRepliesTest::ignore);
        replies.reply(new AttachRequest("b", "stop", ""), Reply.declined("no"), AttachRepliesTest::ignore);

        assertThat(AttachReplies.find(properties, "a")).isEqualTo(Reply.done("stopped\ntwo lines"));
        assertThat(AttachReplies.find(properties, "b")).isEqualTo(Reply.declined("no"));
        assertThat(AttachReplies.find(properties, "c")).isNull();
    }

    @Test
    void files_areFollowedToTheirEnd(@TempDir Path directory) throws IOException {
        AttachRequest stop = new AttachRequest("a", "stop", "");
        FileReplies files = replies.files(stop);
        assertThat(AttachReplies.findFiles(properties, "a")).isNull();

        files.converting(Path.of("/x/a.jtr"), Path.of("/x/a.json"));
        files.progress(0.505);
        for (int i = 0; i < 10; i++) {
            replies.reply(new AttachRequest("n" + i, "status", ""), Reply.done("text"), AttachRepliesTest::ignore);
        }

        assertThat(AttachReplies.findFiles(properties, "a"))
                .isEqualTo(new FileReply(FileReply.State.CONVERTING, 0.505, List.of("/x/a.jtr", "/x/a.json")));
        Path file = Files.writeString(directory.resolve("a b.json"), "12345");
        files.finished("wrote 3 calls", List.of(file));
        assertThat(AttachReplies.findFiles(properties, "a"))
                .isEqualTo(new FileReply(FileReply.State.FINISHED, 1, List.of("wrote 3 calls", "5 " + file)));
        files.failed("no space");
        assertThat(AttachReplies.findFiles(properties, "a"))
                .isEqualTo(new FileReply(FileReply.State.FAILED, 1, List.of("no space")));
    }

    @Test
    void replies_doNotPileUp() {
        for (int i = 0; i < 100; i++) {
            replies.reply(new AttachRequest("n" + i, "status", ""), Reply.done("text"), AttachRepliesTest::ignore);
        }

        assertThat(properties).hasSize(16);
        assertThat(AttachReplies.find(properties, "n99")).isNotNull();
    }

    @Test
    void withdrawal_leavesNothing() {
        properties.setProperty("sun.jvm.flags", "-Xmx64m");
        replies.announce();
        for (int i = 0; i < 20; i++) {
            replies.reply(new AttachRequest("n" + i, "status", ""), Reply.done("text"), AttachRepliesTest::ignore);
            replies.files(new AttachRequest("n" + i, "stop", "")).failed("no space");
        }

        // Those of an earlier attach are not known to this object.
        new AttachReplies(properties).withdraw();

        assertThat(properties).containsOnlyKeys("sun.jvm.flags");
    }

    @Test
    void replyThatNoToolAwaits_isPrintedLineByLine() {
        List<String> lines = new ArrayList<>();

        replies.reply(new AttachRequest("", "status", ""), Reply.done("recording on\noutput a.json"), lines::add);

        assertThat(lines).containsExactly("recording on", "output a.json");
        assertThat(properties).isEmpty();
    }

    @Test
    void tracer_isSeenOnceAnnounced() {
        assertThat(AttachReplies.isAnnounced(properties)).isFalse();

        replies.announce();

        assertThat(AttachReplies.isAnnounced(properties)).isTrue();
    }

    @Test
    void jvmThatHidesItsProperties_isNoError() {
        // This JVM does, because only Launcher opens them.
        AttachReplies.ofThisJvm().announce();

        assertThat(System.getProperty("jtracer.agent")).isNull();
    }
}
