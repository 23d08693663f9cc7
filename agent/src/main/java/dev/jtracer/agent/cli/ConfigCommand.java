// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.AgentArguments;
import dev.jtracer.agent.config.AgentOptionsParser;
import dev.jtracer.agent.config.AgentOptionsParser.ExplainedOption;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.engine.json.JsonText;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command that shows the agent's options as it would read them here, and where each value comes from. */
final class ConfigCommand extends Command {
    private static final CommandOption JSON = CommandOption.flag("--json", "print an object of JSON");

    ConfigCommand() {
        super(
                "config",
                "explain [KEY=VALUE...]",
                "show the value of each option of the agent, and where it comes from",
                List.of(JSON));
        examples("config explain include=com.acme config=tracer.properties");
        notes("""
                The source of a value is an argument, a system property, an environment variable, \
                the file of config=, or the default; the first of these that is set wins.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        List<String> words = arguments.operands();
        if (words.isEmpty() || !words.get(0).equals("explain")) {
            throw misused(words.isEmpty() ? "'explain' is missing" : "'" + words.get(0) + "' is not 'explain'");
        }
        String options = AgentArguments.join(words.subList(1, words.size()));
        AgentOptionsParser parser = AgentOptionsParser.ofThisJvm();
        try {
            List<ExplainedOption> explained = parser.explain(options);
            if (arguments.has(JSON)) {
                terminal.out().println(json(explained));
            } else {
                explained.forEach(option -> terminal.out()
                        .println(String.format(
                                Locale.ROOT,
                                "%-17s %-24s %s",
                                option.key(),
                                option.value().isEmpty() ? "-" : option.value(),
                                option.origin())));
            }
            parser.parse(options);
        } catch (OptionException wrong) {
            throw CommandException.usage(wrong.getMessage());
        }
    }

    private static String json(List<ExplainedOption> options) {
        List<Map<String, String>> rows = options.stream()
                .map(option -> Map.of("key", option.key(), "value", option.value(), "origin", option.origin()))
                .toList();
        return JsonText.json(Map.of("options", rows));
    }
}
