// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class AttachRepliesTest {
    private final Properties properties = new Properties();
    private final AttachReplies replies = new AttachReplies(properties);

    @Test
    void request_isReadBackFromItsArguments() {
        AttachRequest command = new AttachRequest("5f", "stop", "");
        AttachRequest options = new AttachRequest("5f", "", "include=com.acme;com.b,min=5ms");

        assertThat(AttachRequest.parse(command.toArguments())).isEqualTo(command);
        assertThat(AttachRequest.parse(options.toArguments())).isEqualTo(options);
    }

    @Test
    void request_mayComeWithoutATool() {
        assertThat(AttachRequest.parse("command=stop")).isEqualTo(new AttachRequest("", "stop", ""));
        assertThat(AttachRequest.parse("")).isEqualTo(new AttachRequest("", "", ""));
    }

    @Test
    void reply_isFoundByItsNonceAlone() {
        replies.reply(new AttachRequest("a", "stop", ""), new AttachReply(true, "stopped\ntwo lines"));
        replies.reply(new AttachRequest("b", "stop", ""), new AttachReply(false, "no"));

        assertThat(AttachReplies.find(properties, "a")).isEqualTo(new AttachReply(true, "stopped\ntwo lines"));
        assertThat(AttachReplies.find(properties, "b")).isEqualTo(new AttachReply(false, "no"));
        assertThat(AttachReplies.find(properties, "c")).isNull();
    }

    @Test
    void replies_doNotPileUp() {
        for (int i = 0; i < 100; i++) {
            replies.reply(new AttachRequest("n" + i, "status", ""), new AttachReply(true, "text"));
        }

        assertThat(properties).hasSize(8);
        assertThat(AttachReplies.find(properties, "n99")).isNotNull();
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
