// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.text.NameText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The command that lists the JVMs of this machine. It attaches to none of them. */
public final class ListCommand extends Command {
    private static final CommandOption JSON = CommandOption.flag("--json", "print an array of JSON");

    private static final int USER_AND_JAVA_COLUMNS = 10;
    private static final int STATE_COLUMNS = 12;

    public ListCommand() {
        super("list", "", "list the JVMs of this machine, and which of them are traced or recording", List.of(JSON));
        synonyms("ps", "jps");
        notes("""
                Columns: process id, user, version of Java, state (not traced, traced, recording, \
                or not readable for those of other users) and main class. Attaches to none. Needs \
                Linux; elsewhere, use jps -l.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(0, arguments);
        if (!TargetProcess.areVisible()) {
            throw CommandException.file("list reads /proc, which this system lacks; use jps -l");
        }
        List<LocalJvm> jvms = LocalJvm.all();
        if (arguments.has(JSON)) {
            terminal.out().println(JsonText.json(JsonText.objects(jvms, ListCommand::put)));
        } else if (jvms.isEmpty()) {
            terminal.err().println("no other JVM runs on this machine, as far as this user can see");
        } else {
            StringBuilder text = new StringBuilder();
            row(text, "PID", "USER", "JAVA", "STATE", "MAIN");
            text.setLength(text.length() - 1);
            text.replace(0, text.length(), terminal.styles().heading(text.toString()))
                    .append('\n');
            jvms.forEach(jvm -> row(text, Long.toString(jvm.pid()), jvm.user(), jvm.java(), jvm.state(), jvm.main()));
            terminal.out().print(text);
        }
    }

    static void row(StringBuilder text, String pid, String user, String java, String state, String main) {
        text.append(String.format(Locale.ROOT, "%7s  ", pid));
        column(text, dash(user), USER_AND_JAVA_COLUMNS);
        column(text, dash(java), USER_AND_JAVA_COLUMNS);
        column(text, state, STATE_COLUMNS);
        text.append(NameText.of(dash(main))).append('\n');
    }

    /** Appends a text and blanks up to the next column; a wide character takes two columns of the terminal. */
    private static void column(StringBuilder line, String text, int columns) {
        line.append(NameText.of(text)).append(" ".repeat(Math.max(0, columns - NameText.columns(text)) + 2));
    }

    private static String dash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static void put(LocalJvm jvm, Map<String, @Nullable Object> row) {
        row.put("pid", jvm.pid());
        row.put("user", jvm.user());
        row.put("java", jvm.java());
        row.put("main", jvm.main());
        row.put("state", jvm.state());
        row.put("recording", jvm.recording().map(Object::toString).orElse(null));
    }
}
