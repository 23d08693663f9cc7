// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.top;

import dev.jtracer.agent.cli.attach.TargetJvm;
import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.CannotAttachException;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.InputOutputException;
import dev.jtracer.agent.cli.command.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The command that shows the figures of a traced JVM while it runs. */
public final class TopCommand extends Command {
    private final Path jar;

    public TopCommand(Path jar) {
        super(
                "top",
                "PID",
                "show live where the time goes: rates and percentiles of the last seconds",
                TopRequest.OPTIONS);
        this.jar = jar;
    }

    @Override
    public List<String> synonyms() {
        return List.of("live", "watch", "monitor");
    }

    @Override
    public String notes() {
        return """
                Keys: s t c p n sort by self time, total time, calls, 99th percentile or name; q \
                quits. A call counts when it ends: one of 10 s is 500 % of the last 2 s. The first \
                table counts from the begin of the totals. Without a terminal, tables follow each \
                other as plain text.""";
    }

    @Override
    protected void execute(Arguments arguments, Terminal terminal) throws CommandException {
        TopRequest request = TopRequest.of(arguments, this);
        long pid = request.pid();
        try (TargetJvm target = TargetJvm.attach(pid, jar)) {
            new LiveTable(request.options(), terminal, System.in).show(new LiveFigures(target));
        } catch (LiveFigures.EndedException e) {
            if (request.options().once()) {
                throw new CannotAttachException("process '" + pid
                        + "' has ended before there were figures of a whole interval; choose a shorter --interval");
            }
            terminal.err().println("process '" + pid + "' has ended");
        } catch (IOException e) {
            throw new InputOutputException(
                    "process '" + pid + "' gives no figures (" + e.getMessage() + "); its stderr may say why");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
