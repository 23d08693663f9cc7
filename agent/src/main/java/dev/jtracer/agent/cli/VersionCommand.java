// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.TracerVersion;
import dev.jtracer.engine.json.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command that prints the tracer's version and that of Java. */
final class VersionCommand extends Command {
    private static final CommandOption JSON = CommandOption.flag("--json", "print an object of JSON");

    VersionCommand() {
        super("version", "", "show the version", List.of(JSON));
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(0, arguments);
        Path jar = terminal.jar();
        try {
            String version = TracerVersion.of(jar);
            terminal.out()
                    .println(
                            arguments.has(JSON)
                                    ? json(version, jar)
                                    : "jtracer " + version + " (Java " + Runtime.version() + ")");
        } catch (IOException unreadable) {
            throw CommandException.file(
                    "'" + jar + "' cannot be read (" + unreadable.getMessage() + "); download or build it again");
        }
    }

    private static String json(String version, Path jar) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", version);
        json.put("java", Runtime.version().toString());
        json.put("jvm", System.getProperty("java.vm.name"));
        json.put("jar", jar.toString());
        return JsonText.json(json);
    }
}
