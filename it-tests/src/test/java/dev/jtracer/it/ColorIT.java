// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.Shell;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Colours on a terminal, which {@code script} of util-linux makes, and nowhere else. */
class ColorIT {
    private static final String RECORD =
            "java -javaagent:\"$TRACER\"=include=dev.jtracer.examples.shop,output=a.jtr,quiet=true -cp \"$EXAMPLES\" "
                    + Shop.class.getName() + " > shop.txt || exit 9\n";
    private static final String ESCAPE = "\u001b[";
    private static final String HEADING = ESCAPE + "1mMethods, by self:" + ESCAPE + "0m";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void report_isColoredOnATerminalOnly() throws IOException {
        Shell shell = jvms.shell("shell", Shop.class);

        JvmResult result = shell.run(RECORD + terminal("", "report a.jtr", "terminal.txt")
                + terminal("", "report a.jtr > file.txt", "nothing.txt")
                + terminal("", "report a.jtr -o output.txt", "progress.txt")
                + terminal("", "report a.jtr --json", "json.txt")
                + terminal("", "report a.jtr | cat > pipe.txt", "none.txt")
                + terminal("NO_COLOR=1", "report a.jtr", "no-color.txt")
                + terminal("TERM=dumb", "report a.jtr", "dumb.txt")
                + terminal("", "report a.jtr --color=never", "never.txt")
                + "jtracer --color=always report a.jtr > always.txt");

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        String colored = text(shell, "terminal.txt");
        String plain = text(shell, "file.txt");
        assertThat(colored).contains(HEADING).contains(ESCAPE + "31m");
        assertThat(plain).contains("Methods, by self:").doesNotContain(ESCAPE);
        assertThat(colored.replaceAll("\u001b\\[[0-9]*m", "").replace("\r\n", "\n"))
                .isEqualTo(plain);
        assertThat(text(shell, "always.txt").replaceAll("\u001b\\[[0-9]*m", "")).isEqualTo(plain);
        assertThat(text(shell, "always.txt")).contains(HEADING);
        for (String file :
                new String[] {"output.txt", "json.txt", "pipe.txt", "no-color.txt", "dumb.txt", "never.txt"}) {
            assertThat(text(shell, file)).as(file).isNotEmpty().doesNotContain(ESCAPE);
        }
    }

    /** Returns a line that runs a command on a terminal, and writes to a file what the terminal shows. */
    private static String terminal(String variables, String command, String file) {
        String line = "TERM=xterm " + variables + " \"$JAVA\" -jar \"$TRACER\" " + command;
        return "script -qec '" + line + "' /dev/null > " + file + " < /dev/null || exit 8\n";
    }

    private static String text(Shell shell, String file) throws IOException {
        return Files.readString(shell.directory().resolve(file));
    }
}
