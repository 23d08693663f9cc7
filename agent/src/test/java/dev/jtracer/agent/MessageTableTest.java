// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of all messages in {@code MESSAGES.md} is that of the sources, in both directions; {@code -Dgolden.update=true} writes
 * it. A failure names its cause and, behind a semicolon, the next step.
 */
class MessageTableTest {
    private static final Path PAGE = Path.of("MESSAGES.md");
    private static final String BEGIN = "<!-- messages:begin -->\n";
    private static final String END = "<!-- messages:end -->";
    /** Findings that have an exit code of their own. */
    private static final Set<String> FINDINGS =
            Set.of("the program ended with exit code …", "… found", "'…' is worse by more than … %: …");
    /** Messages whose last part, filled in, has the next step: what a value may be, or why a directory or process is refused. */
    private static final Set<String> STEP_FILLED_IN = Set.of(
            "process '…' …",
            "'…' is not …",
            "'…' after … is not …",
            "'…' after --timeout is not …",
            "option '…': '…' is not …",
            "output directory '…' …");

    private static List<MessageScan.Message> messages() throws IOException {
        return MessageScan.of(Path.of("src/main/java"), Path.of("../engine/src/main/java"));
    }

    @Test
    void table_isThatOfTheSources() throws IOException {
        String page = Files.readString(PAGE);
        String table = table(messages());
        String expected =
                page.substring(0, page.indexOf(BEGIN) + BEGIN.length()) + table + page.substring(page.indexOf(END));

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(page).isEqualTo(expected);
    }

    @Test
    void failure_namesCauseAndNextStep() throws IOException {
        List<String> withoutNextStep = messages().stream()
                .filter(message -> message.failure() && !message.ofContent())
                .map(MessageScan.Message::text)
                .filter(text -> !text.contains("; ") && !text.endsWith("?") && !FINDINGS.contains(text))
                .filter(text -> !STEP_FILLED_IN.contains(text))
                .toList();

        assertThat(withoutNextStep).isEmpty();
    }

    private static String table(List<MessageScan.Message> messages) {
        return messages.stream()
                .map(message -> row(message.text()) + "\n")
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining("", "| Cause | Next step, or what follows |\n| --- | --- |\n", ""));
    }

    private static String row(String text) {
        int end = text.indexOf("; ");
        String cause = end < 0 ? text : text.substring(0, end);
        return "| " + cell(cause) + " | " + cell(end < 0 ? "" : text.substring(end + 2)) + " |";
    }

    private static String cell(String text) {
        return text.strip()
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("\n", " ");
    }
}
