// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * A line as typed into a shell, with the answer that is expected or was given.
 *
 * @param command the line
 * @param out lines on stdout
 * @param err lines on stderr
 * @param exitCode exit code of the line
 */
public record TypedLine(String command, List<String> out, List<String> err, int exitCode) implements TypedScript.Step {
    public TypedLine {
        out = List.copyOf(out);
        err = List.copyOf(err);
    }

    /** Returns whether an answer is what this line expects. */
    public boolean expects(TypedLine answer) {
        return exitCode == answer.exitCode
                && Placeholders.match(out, answer.out)
                && Placeholders.match(err, answer.err);
    }

    /** Returns this answer as an expectation. Lines that match those expected so far keep their placeholders. */
    public TypedLine asExpected(TypedLine before) {
        return new TypedLine(command, kept(before.out, out), kept(before.err, err), exitCode);
    }

    private static List<String> kept(List<String> before, List<String> answer) {
        if (Placeholders.match(before, answer)) {
            return before;
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < answer.size(); i++) {
            String line = answer.get(i);
            boolean same = i < before.size() && Placeholders.match(List.of(before.get(i)), List.of(line));
            lines.add(same ? before.get(i) : line);
        }
        return lines;
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder("$ ").append(command).append('\n');
        out.forEach(line -> text.append(("| " + line).stripTrailing()).append('\n'));
        err.forEach(line -> text.append(("! " + line).stripTrailing()).append('\n'));
        if (exitCode != 0) {
            text.append("= ").append(exitCode).append('\n');
        }
        return text.toString();
    }
}
