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

    /** Words that the glossary of agent/README.md has others for. */
    private static final Pattern OLD_WORDS = Pattern.compile("[lL]eav(?:e|es|ing)Out|[lL]eftOut|LEFT_OUT"
            + "|\\b[lL](?:eave|eaves|eaving|eft) (?:it |one |them |calls )?out\\b"
            + "|(?<!before)[hH]and(?:s|ed|ing)?[- ]?(?:[oO]vers?|[oO]ff|[oO]n)(?![a-z])|\\b[hH]and(?:s|ed|ing)\\b"
            + "|[gG]iv(?:e|es|en|ing)[- ]?[uU]p(?![a-z])|[hH]onest|\\b(?:hop|lag)s?\\b|\\b[pP]ictures?\\b(?![.]png)");

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
            find(STILTED, page, paragraphsOfPage(Files.readAllLines(page)), found);
        }
        for (Path source : files(".java")) {
            find(STILTED, source, paragraphsOfComments(Files.readAllLines(source)), found);
        }

        assertThat(found).as("write subject, verb, object").isEmpty();
    }

    @Test
    void words_areThoseOfTheGlossary() throws IOException {
        List<String> found = new ArrayList<>();
        for (String suffix : List.of(".java", ".js", ".md")) {
            for (Path file : files(suffix)) {
                if (!file.endsWith("ProseTest.java")) {
                    find(OLD_WORDS, file, Files.readAllLines(file), found);
                }
            }
        }

        assertThat(found)
                .as("say dropped, omitted, skipped, pass, forward, timeline")
                .isEmpty();
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

    private static void find(Pattern wrong, Path file, List<String> texts, List<String> found) {
        for (String text : texts) {
            Matcher match = wrong.matcher(text);
            while (match.find()) {
                found.add(file + ": " + text.substring(match.start()));
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
