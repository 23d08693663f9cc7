// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Platform;
import java.util.List;

/** The command that prints what makes a shell complete commands, options and files of {@code jtracer}. */
final class CompletionCommand extends Command {
    private final CommandTable commands;

    CompletionCommand(CommandTable commands) {
        super(
                "completion",
                "bash|zsh|fish",
                "print a shell's completion, and a function 'jtracer' that runs this jar",
                List.of());
        this.commands = commands;
        examples("completion bash >> ~/.bashrc");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(1, arguments);
        String shell =
                arguments.operands().isEmpty() ? "" : arguments.operands().get(0);
        CompletionScript script = new CompletionScript(
                commands.all(), terminal.jar().toAbsolutePath().toString(), Platform.current());
        terminal.out()
                .print(
                        switch (shell) {
                            case "bash" -> script.bash();
                            case "zsh" -> script.zsh();
                            case "fish" -> script.fish();
                            case "" -> throw misused("the shell is missing");
                            default -> throw misused("'" + shell + "' is none of bash, zsh, fish");
                        });
    }
}
