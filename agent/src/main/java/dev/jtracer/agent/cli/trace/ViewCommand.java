// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.cli.view.Browser;
import dev.jtracer.agent.cli.view.Reachability;
import dev.jtracer.agent.cli.view.TraceServer;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.engine.jtr.RingOfFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The command that opens a trace or recording in Perfetto's UI: serves it to that page on this computer, once.
 * Without a network it opens the HTML report.
 */
public final class ViewCommand extends Command {
    private static final CommandOption NO_OPEN =
            CommandOption.flag("--no-open", "print the link, or the path of the report, and start no browser");
    private static final CommandOption OFFLINE =
            CommandOption.flag("--offline", "make the HTML report beside the file and open it, as without a network");
    private static final CommandOption ONLINE = CommandOption.flag(
            "--online", "serve the file, even if this computer cannot connect to ui.perfetto.dev and the browser can");
    private static final CommandOption TIMEOUT =
            CommandOption.of("--timeout", "DURATION", "end if nothing has been read for this long; 5m by default");
    private static final CommandOption SERVER_PORT = CommandOption.of(
            "--port",
            "N",
            "port to serve on; " + TraceServer.PORT + " by default, the only one that ui.perfetto.dev may read from");

    private static final long DEFAULT_TIMEOUT_NANOS = 300_000_000_000L;
    private static final int HTTPS_PORT = 443;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int LAST_PORT = 65_535;

    public ViewCommand() {
        super(
                "view",
                "FILE",
                "open a trace or recording in Perfetto: serve it to ui.perfetto.dev on this computer, once;"
                        + " without a network, open its HTML report",
                List.of(NO_OPEN, OFFLINE, ONLINE, TIMEOUT, SERVER_PORT));
        synonyms("open", "browse", "serve", "perfetto", "replay", "timeline");
        examples("view trace.jtr", "view trace.json --no-open", "view trace.jtr --offline");
        notes("""
                The page may read from port 9001 of this computer alone, so that port must be \
                free. It runs in the browser: the trace is not uploaded. Chrome asks whether the \
                page may access the local network: allow it. Safari lets no page read from this \
                computer: drag the file onto the page. Over SSH, forward the port with \
                ssh -L 9001:127.0.0.1:9001 HOST, and open the link at home.
                Behind a proxy that only the browser knows, use --online.""");
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        requireAtMost(1, arguments);
        Path file = files(arguments).get(0);
        long timeoutNanos = quantity(arguments, TIMEOUT, Quantity.DURATION, 0, DEFAULT_TIMEOUT_NANOS);
        int port = number(arguments, SERVER_PORT, 0, LAST_PORT, "from 0 to " + LAST_PORT, TraceServer.PORT);
        for (CommandOption ofServer : List.of(ONLINE, SERVER_PORT, TIMEOUT)) {
            if (arguments.has(OFFLINE) && arguments.has(ofServer)) {
                throw misused("'--offline' and '" + ofServer.name() + "' contradict each other");
            }
        }
        requireContent(file);
        String reason = arguments.has(ONLINE) ? null : reasonForReport(arguments);
        if (reason != null) {
            new ReportView(file, terminal).open(reason, arguments.has(NO_OPEN));
            return;
        }
        try (ViewedTrace trace = ViewedTrace.of(file, terminal);
                TraceServer server = new TraceServer(trace.file(), trace.name(), port)) {
            serve(server, arguments.has(NO_OPEN), timeoutNanos, terminal);
        } catch (BindException inUse) {
            throw CommandException.file("port " + port + " of 127.0.0.1 is in use, and ui.perfetto.dev may read from "
                    + TraceServer.PORT + " alone; end the program that uses it, or drag '" + file
                    + "' onto https://ui.perfetto.dev");
        } catch (NoSuchFileException e) {
            throw missing(file);
        } catch (IOException e) {
            throw CommandException.file("cannot serve '" + file + "': " + ConversionFiles.reason(e)
                    + "; try again, or drag it onto https://ui.perfetto.dev");
        } catch (NoClassDefFoundError noModule) {
            throw CommandException.file(
                    "this Java runtime lacks the module jdk.httpserver; run the command with a JDK, or drag '" + file
                            + "' onto https://ui.perfetto.dev");
        }
    }

    /* Before the network is tried, which may take seconds. A ring is the recording of a file that need not exist. */
    private static void requireContent(Path file) throws CommandException {
        try {
            if (!Files.exists(file) && RingOfFiles.parts(file).stream().noneMatch(Files::exists)) {
                throw missing(file);
            }
            if (Files.isRegularFile(file) && Files.size(file) == 0) {
                throw CommandException.file("'" + file + "' is empty; name a trace or a .jtr file");
            }
        } catch (NoSuchFileException noDirectory) {
            throw missing(file);
        } catch (IOException e) {
            throw ConversionFiles.unreadable(file, e);
        }
    }

    private static CommandException missing(Path file) {
        return CommandException.file("'" + file + "' does not exist; name a trace or a .jtr file");
    }

    /** Returns why the HTML report is opened instead of Perfetto; null if Perfetto is opened. */
    private static @Nullable String reasonForReport(Arguments arguments) {
        if (arguments.has(OFFLINE)) {
            return "offline: the HTML report instead of Perfetto";
        }
        String obstacle = new Reachability(TraceServer.HOST_OF_PAGE, HTTPS_PORT, CONNECT_MILLIS).obstacle();
        return obstacle == null
                ? null
                : TraceServer.HOST_OF_PAGE + " cannot be reached (" + obstacle
                        + "): the HTML report instead; --online serves the file all the same";
    }

    private static void serve(TraceServer server, boolean isLinkOnly, long timeoutNanos, Terminal terminal)
            throws CommandException {
        terminal.out().println(server.link());
        if (!isLinkOnly && !Browser.open(server.link())) {
            terminal.err().println("no browser could be started; open the link in one on this computer");
        }
        try {
            if (!server.awaitDownload(timeoutNanos)) {
                throw CommandException.file(
                        "nothing was read for " + Quantity.DURATION.format(timeoutNanos)
                                + "; open the link while the command runs, and let the browser access local devices if it asks");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A file that Perfetto reads.
     *
     * @param isTemporary whether it is deleted after use
     */
    private record ViewedTrace(Path file, boolean isTemporary) implements AutoCloseable {
        /** Returns the file itself if Perfetto reads it, otherwise a conversion. */
        static ViewedTrace of(Path file, Terminal terminal) throws CommandException, IOException {
            if (isRead(file)) {
                return new ViewedTrace(file, false);
            }
            Path directory = Files.createTempDirectory("jtracer-view"); // for this user alone
            Path converted = directory.resolve("trace.pftrace");
            // If the user interrupts the command; a directory is deleted after its files, in the reverse order.
            directory.toFile().deleteOnExit();
            converted.toFile().deleteOnExit();
            try {
                Terminal messages =
                        new Terminal(new PrintStream(OutputStream.nullOutputStream()), terminal.err(), terminal.jar());
                new TraceConversion(ConvertRequest.perfetto(file, converted), messages).run();
                return new ViewedTrace(converted, true);
            } catch (CommandException | RuntimeException | Error failure) { // passed on, after the directory is removed
                Files.deleteIfExists(converted);
                Files.deleteIfExists(directory);
                throw failure;
            }
        }

        private static boolean isRead(Path file) {
            String name = file.toString();
            return Stream.of(".json", ".json.gz", ".pftrace", ".perfetto-trace").anyMatch(name::endsWith);
        }

        /** Returns the name by which Perfetto knows it: no file's own, which may need escapes in an address. */
        String name() {
            String own = file.getFileName().toString();
            return "trace" + own.substring(own.endsWith(".json.gz") ? own.length() - 8 : own.lastIndexOf('.'));
        }

        @Override
        public void close() throws IOException {
            if (isTemporary) {
                Files.deleteIfExists(file);
                Files.deleteIfExists(file.toAbsolutePath().getParent());
            }
        }
    }
}
