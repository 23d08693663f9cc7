// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * A script of typed lines with their expected answers, as text:
 *
 * <pre>
 * == a section, whose lines share a directory
 * # a remark
 * &amp; dev.jtracer.it.app.Stepper        starts a program, whose process id is $PID
 * &lt; call 5                            sends it a line, and waits for its answer
 * $ jtracer report nothing.json        a line as typed
 * | text                               a line of its stdout
 * ! text                               a line of its stderr
 * = 4                                  its exit code, unless 0
 * </pre>
 *
 * @param sections sections in the order of the text
 */
public record TypedScript(List<Section> sections) {
    private static final String SECTION = "== ";

    /** A part of a section. */
    public interface Step {
        /** Returns the part as text. */
        String text();
    }

    /**
     * A section.
     *
     * @param title its title
     * @param steps its lines and what is between them
     */
    public record Section(String title, List<Step> steps) {
        public Section {
            steps = List.copyOf(steps);
        }

        private String text() {
            StringBuilder text = new StringBuilder();
            text.append(title.isEmpty() ? "" : SECTION + title + "\n");
            steps.forEach(step -> text.append(step.text()));
            return text.toString();
        }
    }

    /** A remark or an empty line. */
    public record Remark(String line) implements Step {
        @Override
        public String text() {
            return line + "\n";
        }
    }

    /** The start of a program. */
    public record Start(String program) implements Step {
        @Override
        public String text() {
            return "& " + program + "\n";
        }
    }

    /** A line for the program. */
    public record Send(String line) implements Step {
        @Override
        public String text() {
            return "< " + line + "\n";
        }
    }

    public TypedScript {
        sections = List.copyOf(sections);
    }

    /** Returns a script from its text. */
    public static TypedScript parse(List<String> text) {
        List<Section> sections = new ArrayList<>();
        String title = "";
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < text.size(); ) {
            String line = text.get(i);
            if (line.startsWith(SECTION)) {
                sections.add(new Section(title, steps));
                title = line.substring(SECTION.length());
                steps.clear();
                i++;
            } else if (line.startsWith("$ ")) {
                int end = i + 1;
                while (end < text.size() && isAnswer(text.get(end))) {
                    end++;
                }
                steps.add(line(text.subList(i, end)));
                i = end;
            } else {
                steps.add(step(line));
                i++;
            }
        }
        sections.add(new Section(title, steps));
        return new TypedScript(sections);
    }

    private static Step step(String line) {
        if (line.startsWith("& ")) {
            return new Start(line.substring(2));
        }
        if (line.startsWith("< ")) {
            return new Send(line.substring(2));
        }
        if (!line.isEmpty() && !line.startsWith("#")) {
            throw new IllegalArgumentException("'" + line + "' is no line of a script");
        }
        return new Remark(line);
    }

    private static boolean isAnswer(String line) {
        return line.startsWith("|") || line.startsWith("!") || line.startsWith("= ");
    }

    private static TypedLine line(List<String> lines) {
        List<String> out = new ArrayList<>();
        List<String> err = new ArrayList<>();
        int exitCode = 0;
        for (String line : lines.subList(1, lines.size())) {
            switch (line.charAt(0)) {
                case '|' -> out.add(line.substring(Math.min(2, line.length())));
                case '!' -> err.add(line.substring(Math.min(2, line.length())));
                default -> exitCode = Integer.parseInt(line.substring(2));
            }
        }
        return new TypedLine(lines.get(0).substring(2), out, err, exitCode);
    }

    /** Returns the script as text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        sections.forEach(section -> text.append(section.text()));
        return text.toString();
    }
}
