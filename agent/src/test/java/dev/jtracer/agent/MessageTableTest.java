// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The list of the messages with a next step in {@code messages.txt} is that of the sources, in both directions: a
 * change shows beside all others. {@code -Dgolden.update=true} writes it. A failure names its cause and, behind a
 * semicolon, the next step; a slash separates several, and {@code …} is filled in.
 */
class MessageTableTest {
    private static final Path LIST = Path.of("src/test/resources/messages.txt");
    /** Findings that have an exit code of their own. */
    private static final Set<String> FINDINGS =
            Set.of("the program ended with exit code …", "… found", "'…' is worse by more than … %: …");
    /**
     * Messages whose last part, filled in, has the next step: what a value may be, or why a directory or process is
     * refused.
     */
    private static final Set<String> STEP_FILLED_IN = Set.of(
            "process '…' …",
            "'…' is not …",
            "'…' after … is not …",
            "option '…': '…' is not …",
            "output directory '…' …");

    /** Next steps that only name the command's usage or help: the list omits them. */
    private static final Set<String> IN_THE_LINE =
            Set.of("write java -jar tracer.jar …", "see java -jar tracer.jar help …");

    private static List<MessageScan.Message> messages() throws IOException {
        return MessageScan.of(CompiledModules.MODULES.stream()
                .map(module -> CompiledModules.TOP.resolve(module).resolve("src/main/java"))
                .toArray(Path[]::new));
    }

    @Test
    void list_isThatOfTheSources() throws IOException {
        String expected = list(messages());
        String listed = Files.readString(LIST);

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(LIST, expected);
        }
        assertThat(listed).isEqualTo(expected);
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

    /** Returns the causes that have a next step, each with all its next steps. */
    private static String list(List<MessageScan.Message> messages) {
        Map<String, Set<String>> steps = new TreeMap<>();
        for (MessageScan.Message message : messages) {
            String text = message.text();
            int end = text.indexOf("; ");
            String step = end < 0 ? "" : text.substring(end + 2);
            Set<String> all =
                    steps.computeIfAbsent(line(end < 0 ? text : text.substring(0, end)), cause -> new TreeSet<>());
            if (!step.isEmpty() && !IN_THE_LINE.contains(step)) {
                all.add(line(step));
            }
        }
        return steps.entrySet().stream()
                .filter(message -> !message.getValue().isEmpty())
                .map(message -> message.getKey() + "; " + String.join(" / ", message.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    private static String line(String text) {
        return text.strip().replace("\n", " ");
    }
}
