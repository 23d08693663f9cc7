// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules for the prose of comments and pages that a pattern can check. */
class ProseTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern HIDDEN = Pattern.compile("/(target|[.](?!github)[^/]*)/");

    /** Beginnings of sentences whose subject comes late, and clauses that should be sentences. */
    private static final Pattern STILTED = Pattern.compile(
            "(?:^|[.:;!?] |<p>)(?:Of|So does|So has|By which)\\b|, (?:by|of) which\\b|\\btakes? note that\\b");

    private static final Pattern LIST_ITEM = Pattern.compile("([*|#>-]|[0-9]+[.]|@[a-z]|<).*");
    private static final Pattern COMMENT = Pattern.compile(" *(//|/?[*]{1,2}) \\S.*");
    private static final int MOST_COLUMNS = 118;

    /**
     * A line of a comment that is longer than this was full; a line after it that is shorter than the other was cut
     * off it.
     */
    private static final int FULL = 100;

    private static final int CUT_OFF = 30;

    @Test
    void sentences_haveTheirSubjectFirst() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : files(".md")) {
            find(page, paragraphsOfPage(Files.readAllLines(page)), found);
        }
        for (Path source : files(".java")) {
            find(source, paragraphsOfComments(Files.readAllLines(source)), found);
        }

        assertThat(found).as("write subject, verb, object").isEmpty();
    }

    @Test
    void comments_areNotBrokenByTheFormatter() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : files(".java")) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                if (isText(line) && line.length() > MOST_COLUMNS) {
                    found.add(source + ":" + (i + 1) + ": " + line.strip());
                }
                if (!isLineComment(line)) {
                    continue;
                }
                boolean goesOn = i + 1 < lines.size() && isLineComment(lines.get(i + 1));
                if (i > 0
                        && goesOn
                        && line.strip().length() < CUT_OFF
                        && isLineComment(lines.get(i - 1))
                        && lines.get(i - 1).length() > FULL) {
                    found.add(source + ":" + (i + 1) + ": " + line.strip());
                }
            }
        }

        assertThat(found)
                .as("comments of at most " + MOST_COLUMNS + " columns, which the formatter leaves alone")
                .isEmpty();
    }

    private static List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !HIDDEN.matcher(
                                    file.toString().replace('\\', '/').substring(2))
                            .find())
                    .sorted()
                    .toList();
        }
    }

    /** Returns whether a line is a comment's, and neither drawn nor a table: those have more space before them. */
    private static boolean isText(String line) {
        return COMMENT.matcher(line).matches();
    }

    private static boolean isLineComment(String line) {
        return line.strip().startsWith("// ");
    }

    private static void find(Path file, List<String> paragraphs, List<String> found) {
        for (String paragraph : paragraphs) {
            Matcher stilted = STILTED.matcher(paragraph);
            while (stilted.find()) {
                found.add(file + ": " + paragraph.substring(stilted.start()));
            }
        }
    }

    private static List<String> paragraphsOfPage(List<String> lines) {
        Paragraphs paragraphs = new Paragraphs();
        boolean code = false;
        for (String line : lines) {
            boolean fence = line.startsWith("```");
            code ^= fence;
            paragraphs.add(fence || code ? "" : line.strip());
        }
        return paragraphs.end();
    }

    private static List<String> paragraphsOfComments(List<String> lines) {
        Paragraphs paragraphs = new Paragraphs();
        boolean block = false;
        for (String line : lines) {
            String text = line.strip();
            if (block || text.startsWith("/*")) {
                boolean begins = !block;
                block = !text.contains("*/");
                String content = text.replaceFirst("^(/[*]+|[*](?!/))", "")
                        .replace("*/", "")
                        .strip();
                if (begins) {
                    paragraphs.add("");
                }
                paragraphs.add(content);
            } else {
                paragraphs.add(isLineComment(line) ? text.substring(2).strip() : "");
            }
        }
        return paragraphs.end();
    }

    /** Lines of text that become paragraphs of one line. */
    private static final class Paragraphs {
        private final List<String> complete = new ArrayList<>();
        private final StringBuilder open = new StringBuilder();

        void add(String line) {
            if (line.isEmpty() || LIST_ITEM.matcher(line).matches()) {
                close();
            }
            open.append(open.length() == 0 ? "" : " ").append(line.replaceFirst("^[*|#>-]+ ", ""));
        }

        List<String> end() {
            close();
            return complete;
        }

        private void close() {
            if (open.length() > 0) {
                complete.add(open.toString());
                open.setLength(0);
            }
        }
    }
}
