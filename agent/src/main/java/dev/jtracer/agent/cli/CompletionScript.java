// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.command.ColorOption;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.config.Platform;
import dev.jtracer.agent.config.ShellWord;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Scripts by which shells complete a line of {@code jtracer}: commands, options of the command, process ids of the
 * user's JVMs (the names of HotSpot's performance files, which takes no JVM to read), file names elsewhere.
 */
final class CompletionScript {

    private final List<Command> commands;
    private final String jar;
    private final String temporary;

    /** @param jar absolute path of the jar that the function {@code jtracer} runs */
    CompletionScript(List<Command> commands, String jar) {
        this(commands, jar, Platform.current());
    }

    CompletionScript(List<Command> commands, String jar, Platform platform) {
        this.commands = commands;
        this.jar = jar;
        // HotSpot's directory of performance data: on macOS one of the user, elsewhere regardless of TMPDIR.
        this.temporary = platform == Platform.MAC ? "\"$TMPDIR\"" : "/tmp";
    }

    /** Returns a script for bash 3 and later. */
    String bash() {
        StringBuilder script = new StringBuilder(function("jtracer() { java -jar %s \"$@\"; }"))
                .append("_jtracer() {\n")
                .append("  local word=\"${COMP_WORDS[COMP_CWORD]}\" words=\n")
                .append("  if [ \"$COMP_CWORD\" -eq 1 ]; then\n")
                .append("    COMPREPLY=($(compgen -W ")
                .append(ShellWord.posix(names()))
                .append(" -- \"$word\"))\n    return\n  fi\n")
                .append("  case \"${COMP_WORDS[1]}\" in\n");
        for (Command command : commands) {
            script.append("    ")
                    .append(command.name())
                    .append(") words=")
                    .append(ShellWord.posix(words(command)))
                    .append(
                            takesPid(command)
                                    ? "; [ \"$COMP_CWORD\" -eq 2 ] && words=\"$(ls " + pids() + " 2>/dev/null)\""
                                    : "")
                    .append(" ;;\n");
        }
        return script.append("  esac\n")
                .append("  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n")
                .append("  case \"$word\" in -*) ;; *) COMPREPLY+=($(compgen -f -- \"$word\")) ;; esac\n")
                .append("}\n")
                .append("complete -o filenames -F _jtracer jtracer\n")
                .toString();
    }

    /** Returns a script for zsh 5 and later. */
    String zsh() {
        StringBuilder script = new StringBuilder(function("jtracer() { java -jar %s \"$@\" }"))
                .append("_jtracer() {\n")
                .append("  if (( CURRENT == 2 )); then\n    local -a commands=(\n");
        for (Command command : commands) {
            script.append("      ")
                    .append(ShellWord.posix(
                            command.name() + ":" + command.description().replace(":", "\\:")))
                    .append('\n');
        }
        script.append("    )\n    _describe command commands\n    return\n  fi\n")
                .append("  case \"$words[2]\" in\n");
        for (Command command : commands) {
            script.append("    ")
                    .append(command.name())
                    .append(") ")
                    .append(takesPid(command) ? "(( CURRENT == 3 )) && compadd -- " + pids() + "/*(N:t); " : "")
                    .append(words(command).isEmpty() ? ":" : "compadd -- " + words(command))
                    .append(" ;;\n");
        }
        return script.append("  esac\n  _files\n}\n")
                .append("(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n")
                .append("compdef _jtracer jtracer\n")
                .toString();
    }

    /** Returns a script for fish 3 and later. */
    String fish() {
        StringBuilder script = new StringBuilder(function("function jtracer; java -jar %s $argv; end"))
                .append("complete -c jtracer -e\n");
        for (Command command : commands) {
            script.append("complete -c jtracer -n __fish_use_subcommand -f -a ")
                    .append(command.name())
                    .append(" -d ")
                    .append(ShellWord.posix(command.description()))
                    .append('\n');
            String condition = " -n '__fish_seen_subcommand_from " + command.name() + "'";
            if (takesPid(command)) {
                script.append("complete -c jtracer")
                        .append(condition)
                        .append(" -f -a '(ls ")
                        .append(temporary)
                        .append("/hsperfdata_(id -un) 2>/dev/null)'\n");
            }
            for (CommandOption option : options(command).toList()) {
                script.append("complete -c jtracer").append(condition);
                for (String name : option.names()) {
                    script.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
                }
                script.append(option.isFlag() ? "" : " -r")
                        .append(" -d ")
                        .append(ShellWord.posix(option.description()))
                        .append('\n');
            }
        }
        return script.toString();
    }

    private String function(String definition) {
        return "# Completion of jtracer, and the command itself: source this file.\n"
                + String.format(definition, ShellWord.posix(jar)) + "\n";
    }

    /** Returns the directory whose files are named by the process ids of the user's JVMs, for bash and zsh. */
    private String pids() {
        return temporary + "/hsperfdata_\"$(id -un)\"";
    }

    private String names() {
        return commands.stream().map(Command::name).collect(Collectors.joining(" "));
    }

    private static String words(Command command) {
        return options(command).flatMap(option -> option.names().stream()).collect(Collectors.joining(" "));
    }

    private static Stream<CommandOption> options(Command command) {
        return Stream.concat(command.options().stream(), Stream.of(ColorOption.OPTION));
    }

    private static boolean takesPid(Command command) {
        String operands = command.usage().substring(command.name().length());
        return operands.startsWith(" PID") || operands.startsWith(" [PID]");
    }
}
