// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A request to compare recordings.
 *
 * @param before files of the recordings before, at least one
 * @param after files of the recordings after, at least one
 * @param json whether the result is printed as JSON
 * @param failOver factor beyond which a method that became worse is a failure, such as 1.1
 */
record DiffRequest(List<Path> before, List<Path> after, boolean json, OptionalDouble failOver) {
    private static final String FAIL_OVER = "--fail-over";

    DiffRequest {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Parses a command line. */
    static DiffRequest parse(List<String> arguments, Command command) throws UserSyntaxException {
        return new Parser(command).parse(arguments);
    }

    private static final class Parser {
        private final Command command;
        private final List<Path> files = new ArrayList<>();
        private int separator = -1;
        private boolean json;
        private OptionalDouble failOver = OptionalDouble.empty();

        Parser(Command command) {
            this.command = command;
        }

        DiffRequest parse(List<String> arguments) throws UserSyntaxException {
            for (int i = 0; i < arguments.size(); i++) {
                String argument = arguments.get(i);
                if (argument.equals("--")) {
                    separate();
                } else if (argument.equals("--json")) {
                    json = true;
                } else if (argument.equals(FAIL_OVER)) {
                    if (++i == arguments.size()) {
                        throw command.misused("the percentage after " + FAIL_OVER + " is missing");
                    }
                    failOver = factor(arguments.get(i));
                } else if (argument.startsWith(FAIL_OVER + "=")) {
                    failOver = factor(argument.substring(FAIL_OVER.length() + 1));
                } else if (argument.startsWith("-")) {
                    throw command.misused("'" + argument + "' is not an option");
                } else {
                    files.add(command.file(argument));
                }
            }
            return request();
        }

        private void separate() throws UserSyntaxException {
            if (separator >= 0) {
                throw command.misused("'--' separates two sides; it is there twice");
            }
            separator = files.size();
        }

        private DiffRequest request() throws UserSyntaxException {
            if (separator < 0 && files.size() != 2) {
                throw command.misused(
                        files.size() < 2
                                ? "two recordings are needed"
                                : "'--' is missing between the recordings before and after");
            }
            int middle = separator < 0 ? 1 : separator;
            if (middle == 0 || middle == files.size()) {
                throw command.misused("there is no recording " + (middle == 0 ? "before '--'" : "after '--'"));
            }
            return new DiffRequest(files.subList(0, middle), files.subList(middle, files.size()), json, failOver);
        }

        private OptionalDouble factor(String text) throws UserSyntaxException {
            String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : text;
            try {
                double percent = Double.parseDouble(number.strip());
                if (percent >= 0 && Double.isFinite(percent)) {
                    return OptionalDouble.of(1 + percent / 100);
                }
            } catch (NumberFormatException notANumber) {
                // reported below
            }
            throw command.misused("'" + text + "' is not a percentage, such as 10%");
        }
    }
}
