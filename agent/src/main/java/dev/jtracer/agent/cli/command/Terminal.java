// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import dev.jtracer.engine.text.Styles;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a command runs with: its output streams, and the jar of which it is a command.
 *
 * @param out receives the result, for a pipe
 * @param err receives messages for people
 * @param styles styles of the result
 * @param errStyles styles of the messages
 * @param jar tracer.jar, which is loaded into other JVMs
 */
public record Terminal(PrintStream out, PrintStream err, Styles styles, Styles errStyles, Path jar) {
    /** Creates streams without styles. */
    public Terminal(PrintStream out, PrintStream err, Path jar) {
        this(out, err, Styles.PLAIN, Styles.PLAIN, jar);
    }

    /** Returns the same streams with the styles that an option gives this process's stdout and stderr. */
    public Terminal with(ColorOption color) {
        Map<String, String> environment = System.getenv();
        return new Terminal(
                out,
                err,
                color.styles(StandardStream.OUT.isTerminal(), environment),
                color.styles(StandardStream.ERR.isTerminal(), environment),
                jar);
    }
}
