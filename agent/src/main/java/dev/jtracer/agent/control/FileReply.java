// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import java.util.List;

/**
 * The state of the files of a stopped recording, for the tool that has stopped it.
 *
 * @param part the completed part of the conversion, 0 to 1
 * @param lines while converting: the path of the recording and that of the trace; then a line for the user, and each
 *     file as its size in bytes, a space and its path
 */
public record FileReply(State state, double part, List<String> lines) {
    /** State of the files. */
    public enum State {
        CONVERTING,
        FINISHED,
        FAILED
    }

    String encoded() {
        return state + "\n" + part + "\n" + String.join("\n", lines);
    }

    /** Parses the result of {@link #encoded}. */
    static FileReply parse(String encoded) {
        List<String> lines = encoded.lines().toList();
        return new FileReply(
                State.valueOf(lines.get(0)), Double.parseDouble(lines.get(1)), lines.subList(2, lines.size()));
    }
}
