// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.AgentArguments;
import dev.jtracer.agent.config.AgentOptionsParser;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.config.Quantity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The command that starts the tracer in a running JVM, for some time if the user says for how long. */
public final class AttachCommand extends Command {
    private static final String FOR_KEY = "for=";
    private static final String OUTPUT_KEY = "output=";
    private static final String PAGE = ".html";
    private static final String OF_ITS_OWN = "write for= as a word of its own";
    private static final CommandOption FOR = CommandOption.of(
            "--for", "DURATION", "record for this long, then stop, print the totals and detach; also for=10s");

    private final Command report;

    /** @param report the command that makes a page of a recording */
    public AttachCommand(Command report) {
        super("attach", "PID KEY=VALUE...", "start the tracer in a running JVM", List.of(FOR));
        this.report = report;
        synonyms("inject");
        examples(
                "attach 4711 include=com.acme",
                "attach 4711 include=com.acme for=10s",
                "attach 4711 include=com.acme for=10s output=report.html",
                "attach 4711 include=com.acme output=/tmp/a.json");
        notes("""
                A JVM takes the tracer once, with options that stay as they are until it is \
                detached. A method that is running is traced from its next call on. Lambdas \
                created before show as methods 'lambda$...'.
                With for= and output= naming a .html file, the page is made at the end, in \
                the directory of this command, from a recording beside it of the same name with .jtr.
                JDK 21 and later print a warning when an agent is loaded; start the JVM with \
                -XX:+EnableDynamicAgentLoading to hide it.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        long pid = TargetJvm.pid(this, arguments);
        List<String> words = new ArrayList<>(arguments.operands());
        words.remove(0);
        String duration = duration(arguments, words);
        long nanos = duration == null ? 0 : nanos(duration);
        Path page = duration == null ? null : page(words);
        if (page != null) {
            requireNew(page);
            words.replaceAll(word -> word.startsWith(OUTPUT_KEY) ? OUTPUT_KEY + recordingOf(page) : word);
        }
        String options = AgentArguments.join(words);
        try {
            AgentOptionsParser.checkKeys(options);
        } catch (OptionException slip) {
            throw CommandException.usage(
                    options.contains("," + FOR_KEY)
                            ? "for= is no option of the agent; " + OF_ITS_OWN
                            : slip.getMessage());
        }
        try (TargetJvm target = TargetJvm.attach(pid, terminal.jar())) {
            terminal.out().println(target.start(options));
        }
        if (duration != null) {
            endAfter(nanos, () -> {
                new DetachCommand().run(List.of(Long.toString(pid)), terminal);
                if (page != null) {
                    report.run(List.of(recordingOf(page).toString(), "-o", page.toString()), terminal);
                }
            });
        }
    }

    /** Waits for some time, or until the user ends this program by Ctrl-C; then runs the end of the recording. */
    private static void endAfter(long nanos, End end) throws CommandException {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            interrupted.countDown();
            awaitEnd(ended);
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            interrupted.await(nanos, TimeUnit.NANOSECONDS);
            end.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException endingByCtrlC) {
            // The hook has done its work.
        }
    }

    private static void awaitEnd(CountDownLatch ended) {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface End {
        void run() throws CommandException;
    }

    /** Returns the page that is the output; null if it is another file. */
    private @Nullable Path page(List<String> words) throws CommandException {
        for (String word : words) {
            if (word.startsWith(OUTPUT_KEY) && word.endsWith(PAGE)) {
                return file(word.substring(OUTPUT_KEY.length())).toAbsolutePath();
            }
        }
        return null;
    }

    private static Path recordingOf(Path page) {
        String name = page.getFileName().toString();
        return page.resolveSibling(name.substring(0, name.length() - PAGE.length()) + ".jtr");
    }

    /** Refuses a page that exists, or whose recording does, before anything is recorded. */
    private static void requireNew(Path page) throws CommandException {
        for (Path file : List.of(page, recordingOf(page))) {
            if (Files.exists(file)) {
                throw CommandException.usage("'" + file + "' is there already; name another page in output=");
            }
        }
    }

    /** Returns the duration; removes it from the words for the agent. */
    private static @Nullable String duration(Arguments arguments, List<String> words) {
        String duration = arguments.value(FOR);
        for (String word : arguments.operands()) {
            if (word.startsWith(FOR_KEY)) {
                words.remove(word);
                duration = word.substring(FOR_KEY.length());
            }
        }
        return duration;
    }

    private static long nanos(String text) throws CommandException {
        return Quantity.DURATION
                .within(text, 1, Long.MAX_VALUE)
                .orElseThrow(() -> CommandException.usage("'" + text + "' in for= is not a time; "
                        + (text.indexOf(',') < 0 ? "write for example for=10s" : OF_ITS_OWN)));
    }
}
