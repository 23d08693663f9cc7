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
 *
 * @param jar absolute path of the jar that the function {@code jtracer} runs
 */
record CompletionScript(List<Command> commands, String jar, Platform platform) {
    /** Returns a script for bash 3 and later. */
    String bash() {
        StringBuilder script = new StringBuilder(function("jtracer() { java -jar %s \"$@\"; }")).append("""
                _jtracer() {
                  local word="${COMP_WORDS[COMP_CWORD]}" words=
                  if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W %s -- "$word"))
                    return
                  fi
                  case "${COMP_WORDS[1]}" in
                """.formatted(
                        ShellWord.posix(commands.stream().map(Command::name).collect(Collectors.joining(" ")))));
        for (Command command : commands) {
            String pids = "; [ \"$COMP_CWORD\" -eq 2 ] && words=\"$(ls " + pids() + " 2>/dev/null)\"";
            script.append("    " + command.name() + ") words=" + ShellWord.posix(words(command))
                    + (takesPid(command) ? pids : "") + " ;;\n");
        }
        return script + """
                  esac
                  COMPREPLY=($(compgen -W "$words" -- "$word"))
                  case "$word" in -*) ;; *) COMPREPLY+=($(compgen -f -- "$word")) ;; esac
                }
                complete -o filenames -F _jtracer jtracer
                """;
    }

    /** Returns a script for zsh 5 and later. */
    String zsh() {
        StringBuilder script = new StringBuilder(function("jtracer() { java -jar %s \"$@\" }"))
                .append("_jtracer() {\n  if (( CURRENT == 2 )); then\n    local -a commands=(\n");
        for (Command command : commands) {
            String described = command.name() + ":" + command.description().replace(":", "\\:");
            script.append("      " + ShellWord.posix(described) + "\n");
        }
        script.append("    )\n    _describe command commands\n    return\n  fi\n  case \"$words[2]\" in\n");
        for (Command command : commands) {
            String pids = "(( CURRENT == 3 )) && compadd -- " + pids() + "/*(N:t); ";
            String words = words(command).isEmpty() ? ":" : "compadd -- " + words(command);
            script.append("    " + command.name() + ") " + (takesPid(command) ? pids : "") + words + " ;;\n");
        }
        return script + """
                  esac
                  _files
                }
                (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
                compdef _jtracer jtracer
                """;
    }

    /** Returns a script for fish 3 and later. */
    String fish() {
        StringBuilder script = new StringBuilder(function("function jtracer; java -jar %s $argv; end"))
                .append("complete -c jtracer -e\n");
        for (Command command : commands) {
            script.append("complete -c jtracer -n __fish_use_subcommand -f -a " + command.name() + " -d "
                    + ShellWord.posix(command.description()) + "\n");
            String line = "complete -c jtracer -n '__fish_seen_subcommand_from " + command.name() + "'";
            if (takesPid(command)) {
                script.append(line + " -f -a '(ls " + temporary() + "/hsperfdata_(id -un) 2>/dev/null)'\n");
            }
            for (CommandOption option : options(command).toList()) {
                script.append(line);
                for (String name : option.names()) {
                    script.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
                }
                script.append((option.isFlag() ? "" : " -r") + " -d " + ShellWord.posix(option.description()) + "\n");
            }
        }
        return script.toString();
    }

    private String function(String definition) {
        return "# Completion of jtracer, and the command itself: source this file.\n"
                + String.format(definition, ShellWord.posix(jar)) + "\n";
    }

    /** Returns HotSpot's directory of performance data: on macOS one of the user, elsewhere regardless of TMPDIR. */
    private String temporary() {
        return platform == Platform.MAC ? "\"$TMPDIR\"" : "/tmp";
    }

    /** Returns the directory whose files are named by the process ids of the user's JVMs, for bash and zsh. */
    private String pids() {
        return temporary() + "/hsperfdata_\"$(id -un)\"";
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
