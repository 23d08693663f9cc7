// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import dev.jtracer.agent.cli.attach.JavaProgram;
import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.command.WrittenFiles;
import dev.jtracer.agent.config.AgentArguments;
import dev.jtracer.agent.config.AgentOptionsParser;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.config.ShellWord;
import dev.jtracer.agent.control.FileReplies;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;

/** The command that runs a Java program with the agent, and names the files at its end. */
final class RunCommand extends Command {
    /** Options of the java launcher whose value is the next word. */
    private static final Set<String> WITH_VALUE = Set.of(("-cp -classpath --class-path -p --module-path"
                    + " --upgrade-module-path --add-modules --limit-modules --add-exports --add-opens --add-reads"
                    + " --patch-module --enable-native-access --source")
            .split(" "));

    RunCommand() {
        super(
                "run",
                "[KEY=VALUE...] -- java ...",
                "run a Java program with the tracer, and name the files at its end",
                List.of());
        synonyms("exec", "record", "trace", "java");
        examples("run include=com.acme output=a.json -- java -jar app.jar");
        notes("""
                stdin, stdout, stderr and the exit code are the program's; stderr ends with its \
                files and the command that reads them. TERM, INT and HUP end the program with \
                TERM. The program's own -Djtracer.KEY=VALUE are options, too. Other programs than \
                java take the agent from JAVA_TOOL_OPTIONS.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        int separator = arguments.separator();
        List<String> words = arguments.operands();
        if (separator < 0 || separator == words.size()) {
            throw misused(
                    words.contains("java")
                            ? "'--' before the program is missing"
                            : "the program behind '--' is missing");
        }
        String options = AgentArguments.join(words.subList(0, separator));
        List<String> program = withAgent(words.subList(separator, words.size()), options, terminal.jar());
        RunFiles files = new RunFiles(output(options, properties(program)));
        Process process = start(program);
        // A signal that ends this command ends the program, whose exit code is that of both.
        Thread atExit = new Thread(() -> endWith(process, files, terminal), "jtracer-run");
        Runtime.getRuntime().addShutdownHook(atExit);
        int code = await(process);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException endsAlready) {
            await(process);
            return;
        }
        print(files.of(process.pid()), terminal);
        if (code != 0) {
            throw CommandException.ofProgram("the program ended with exit code " + code, code);
        }
    }

    private List<String> withAgent(List<String> command, String options, Path jar) throws CommandException {
        String agent = "-javaagent:" + jar + (options.isEmpty() ? "" : "=" + options);
        if (!JavaProgram.is(file(command.get(0)).toString())) {
            throw CommandException.usage("'" + command.get(0)
                    + "' is not java; give other programs the agent by JAVA_TOOL_OPTIONS=" + ShellWord.quote(agent));
        }
        List<String> program = new ArrayList<>(command);
        program.add(1, agent);
        return program;
    }

    /** Returns the pattern of the output's name; fails before the program starts if an option is wrong. */
    private static String output(String options, Properties properties) throws CommandException {
        try {
            return new AgentOptionsParser(properties, Map.copyOf(System.getenv()))
                    .parse(options)
                    .files()
                    .output();
        } catch (OptionException wrong) {
            throw CommandException.usage(wrong.getMessage());
        }
    }

    /** Returns the system properties that the {@code -D} of a command line of {@code java} sets for the program. */
    static Properties properties(List<String> command) {
        Properties properties = new Properties();
        for (int i = 1; i < command.size() && isOfLauncher(command.get(i)); i++) {
            String word = command.get(i);
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (word.startsWith("-D")) {
                int equals = word.indexOf('=');
                int end = equals < 0 ? word.length() : equals;
                properties.setProperty(word.substring(2, end), equals < 0 ? "" : word.substring(equals + 1));
            }
        }
        return properties;
    }

    /* The program's own arguments follow its name. A file of arguments (@file) holds options of the launcher, too. */
    private static boolean isOfLauncher(String word) {
        return word.startsWith("@")
                || word.startsWith("-") && !Set.of("-jar", "-m", "--module").contains(word);
    }

    private static Process start(List<String> program) throws CommandException {
        try {
            return new ProcessBuilder(program).inheritIO().start();
        } catch (IOException e) {
            throw CommandException.file("'" + program.get(0) + "' cannot be started (" + reason(e)
                    + "); write the path of a java that is there");
        }
    }

    /**
     * Returns the system's reason, which the JDK puts behind words of its own:
     * {@code error=2, No such file or directory}, or {@code error: 2 (No such file or directory)} in JDK 25.
     */
    private static String reason(IOException failure) {
        String message = String.valueOf(failure.getMessage()).strip();
        int old = message.indexOf("error=");
        if (old >= 0) {
            return message.substring(message.indexOf(' ', old) + 1);
        }
        int opening = message.lastIndexOf('(');
        return opening >= 0 && message.endsWith(")") ? message.substring(opening + 1, message.length() - 1) : message;
    }

    private static int await(Process process) {
        while (true) {
            try {
                return process.waitFor();
            } catch (InterruptedException notMeant) {
                // The program goes on, and so does this command.
            }
        }
    }

    private static void endWith(Process process, RunFiles files, Terminal terminal) {
        process.destroy();
        int code = await(process);
        print(files.of(process.pid()), terminal);
        Runtime.getRuntime().halt(code);
    }

    private static void print(List<Path> files, Terminal terminal) {
        WrittenFiles written = new WrittenFiles(terminal.jar());
        files.forEach(file -> written.add(file, FileReplies.size(file)));
        written.print(terminal.err());
    }

    /** The files that a program has written under an output's name since the creation of this object. */
    private static final class RunFiles {
        private final String pattern;
        private final Path directory;
        private final Map<Path, FileTime> before;

        /** @param output pattern of the output's name, with {@code %p %t %n %s %h} in the file's name */
        RunFiles(String output) {
            Path path = Path.of(output).toAbsolutePath().normalize();
            this.pattern = String.valueOf(path.getFileName());
            this.directory = path.resolveSibling("");
            this.before = times();
        }

        /** Returns a process's new or changed files: traces, recordings still there, the shortest name first. */
        List<Path> of(long pid) {
            Pattern names = names(pid);
            return times().entrySet().stream()
                    .filter(file -> !file.getValue().equals(before.get(file.getKey())))
                    .map(Map.Entry::getKey)
                    .filter(file ->
                            names.matcher(String.valueOf(file.getFileName())).matches())
                    .sorted(Comparator.comparingInt(
                                    (Path file) -> file.toString().length())
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
        }

        private Map<Path, FileTime> times() {
            Map<Path, FileTime> times = new HashMap<>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    put(file, times);
                }
            } catch (IOException | DirectoryIteratorException missing) {
                // The agent reports a directory that it cannot use.
            }
            return times;
        }

        private static void put(Path file, Map<Path, FileTime> times) {
            try {
                times.put(file, Files.getLastModifiedTime(file));
            } catch (IOException removed) {
                // Another program may remove its file between the listing and the reading.
            }
        }

        /** Returns the names that the agent may give: with a number if one is taken, in parts, or of a recording. */
        private Pattern names(long pid) {
            int end = extension();
            StringBuilder regex = new StringBuilder();
            for (int i = 0; i < end; i++) {
                char c = pattern.charAt(i);
                if (c != '%' || i + 1 == end) {
                    regex.append(Pattern.quote(String.valueOf(c)));
                    continue;
                }
                switch (pattern.charAt(++i)) {
                    case 'p' -> regex.append(pid);
                    case '%' -> regex.append('%');
                    case 's', 'h' -> regex.append("[A-Za-z0-9._-]+");
                    default -> regex.append("[0-9-]+");
                }
            }
            return Pattern.compile(regex + "(-[0-9]+)?((\\.part[0-9]+)?" + Pattern.quote(pattern.substring(end))
                    + "|\\.jtr(\\.[0-9]+)?)");
        }

        private int extension() {
            int end = pattern.endsWith(".gz") ? pattern.lastIndexOf('.') : pattern.length();
            return pattern.lastIndexOf('.', end - 1);
        }
    }
}
