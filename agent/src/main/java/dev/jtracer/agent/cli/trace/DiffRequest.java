// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Arguments;
import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.CommandOption;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A request to compare recordings.
 *
 * @param before files of the recordings before, at least one
 * @param after files of the recordings after, at least one
 * @param json whether the result is printed as JSON
 * @param markdown whether it is printed as Markdown
 * @param failOver factor beyond which a method that became worse is a failure, such as 1.1
 */
record DiffRequest(List<Path> before, List<Path> after, boolean json, boolean markdown, OptionalDouble failOver) {
    private static final CommandOption FAIL_OVER = CommandOption.of(
            "--fail-over",
            "PERCENT",
            "end with exit code 1 if a method became worse by more than this, for example 10%");
    private static final CommandOption JSON = CommandOption.flag("--json", "print the comparison as JSON");

    private static final CommandOption MARKDOWN =
            CommandOption.flag("--markdown", "print the verdict and what changed as Markdown, for a pull request");

    static final List<CommandOption> OPTIONS = List.of(FAIL_OVER, JSON, MARKDOWN);

    DiffRequest {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Interprets the arguments of a command line. */
    static DiffRequest of(Arguments arguments, Command command) throws CommandException {
        int separator = arguments.separator();
        int files = arguments.operands().size();
        if (separator < 0 && files != 2) {
            throw command.misused(
                    files < 2
                            ? "two recordings are needed"
                            : "'--' is missing between the recordings before and after");
        }
        int middle = separator < 0 ? 1 : separator;
        if (middle == 0 || middle == files) {
            throw command.misused("there is no recording " + (middle == 0 ? "before '--'" : "after '--'"));
        }
        if (arguments.has(JSON) && arguments.has(MARKDOWN)) {
            throw command.wrongOption("--json and --markdown are two forms");
        }
        List<Path> recordings = command.files(arguments);
        return new DiffRequest(
                recordings.subList(0, middle),
                recordings.subList(middle, files),
                arguments.has(JSON),
                arguments.has(MARKDOWN),
                failOver(arguments.value(FAIL_OVER)));
    }

    private static OptionalDouble failOver(@Nullable String text) throws CommandException {
        if (text == null) {
            return OptionalDouble.empty();
        }
        String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
        try {
            double percent = Double.parseDouble(number.strip());
            if (percent >= 0 && Double.isFinite(percent)) {
                return OptionalDouble.of(1 + percent / 100);
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw CommandException.usage("'" + text + "' after --fail-over is not a percentage; write for example 10%");
    }
}
