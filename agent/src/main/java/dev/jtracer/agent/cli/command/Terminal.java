// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import dev.jtracer.engine.text.Styles;
import java.io.PrintStream;
import java.util.Map;

/**
 * The output streams of a command.
 *
 * @param out receives the result, for a pipe
 * @param err receives messages for people
 * @param styles styles of the result
 * @param errStyles styles of the messages
 */
public record Terminal(PrintStream out, PrintStream err, Styles styles, Styles errStyles) {
    /** Creates streams without styles. */
    public Terminal(PrintStream out, PrintStream err) {
        this(out, err, Styles.PLAIN, Styles.PLAIN);
    }

    /** Returns the same streams with the styles that an option gives this process's stdout and stderr. */
    public Terminal with(ColorOption color) {
        Map<String, String> environment = System.getenv();
        return new Terminal(
                out,
                err,
                color.styles(StandardStream.OUT.isTerminal(), environment),
                color.styles(StandardStream.ERR.isTerminal(), environment));
    }
}
