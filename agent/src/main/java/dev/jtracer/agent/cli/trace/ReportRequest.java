// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.Command;
import dev.jtracer.agent.cli.command.UserSyntaxException;
import dev.jtracer.agent.config.Spelling;
import dev.jtracer.engine.report.MethodOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A request for a report.
 *
 * @param files input files, at least one; several are read as one trace
 * @param form form of the report
 * @param order order of the table of methods
 * @param top rows of each table
 * @param call number of the outermost call to open, from 1; 0 for none
 * @param fullNames whether names are printed with their packages
 */
record ReportRequest(List<Path> files, Form form, MethodOrder order, int top, int call, boolean fullNames) {
    /** Form of a report. */
    enum Form {
        TEXT,
        JSON,
        CSV,
        /** The outermost calls, or one of them. */
        REQUESTS
    }

    private static final int DEFAULT_TOP = 20;

    ReportRequest {
        files = List.copyOf(files);
    }

    /** Parses a command line. */
    static ReportRequest parse(List<String> arguments, Command command) throws UserSyntaxException {
        return new Parser(command, arguments).parse();
    }

    private static final class Parser {
        private final Command command;
        private final List<String> arguments;
        private final List<Path> files = new ArrayList<>();
        private Form form = Form.TEXT;
        private MethodOrder order = MethodOrder.SELF;
        private int top = DEFAULT_TOP;
        private int call;
        private boolean fullNames;
        private int next;

        Parser(Command command, List<String> arguments) {
            this.command = command;
            this.arguments = arguments;
        }

        ReportRequest parse() throws UserSyntaxException {
            while (next < arguments.size()) {
                String argument = arguments.get(next++);
                switch (argument) {
                    case "--json" -> form = Form.JSON;
                    case "--full-names" -> fullNames = true;
                    case "--csv" -> form = Form.CSV;
                    case "--by" -> by(value(argument, "request"));
                    case "--sort" -> order = order(value(argument, "column"));
                    case "--top" -> top = number(argument);
                    case "--call" -> {
                        form = Form.REQUESTS;
                        call = number(argument);
                    }
                    default -> other(argument);
                }
            }
            if (files.isEmpty()) {
                throw command.misused("the file is missing");
            }
            return new ReportRequest(files, form, order, Math.max(top, call), call, fullNames);
        }

        private void other(String argument) throws UserSyntaxException {
            if (argument.startsWith("sort=")) {
                order = order(argument.substring("sort=".length()));
            } else if (argument.startsWith("-")) {
                throw command.misused("'" + argument + "' is not an option");
            } else {
                files.add(command.file(argument));
            }
        }

        private String value(String option, String what) throws UserSyntaxException {
            if (next == arguments.size()) {
                throw command.misused("the " + what + " after " + option + " is missing");
            }
            return arguments.get(next++);
        }

        private void by(String what) throws UserSyntaxException {
            if (!what.equals("request")) {
                throw command.misused("'--by " + what + "' is not known; write --by request");
            }
            form = Form.REQUESTS;
        }

        private static MethodOrder order(String name) throws UserSyntaxException {
            MethodOrder found = MethodOrder.find(name).orElse(null);
            if (found == null) {
                List<String> names =
                        Stream.of(MethodOrder.values()).map(MethodOrder::text).toList();
                String nearest = Spelling.nearest(name, names);
                throw new UserSyntaxException("there is no column '" + name + "' to sort by; "
                        + (nearest == null
                                ? "take one of " + String.join(", ", names)
                                : "did you mean '" + nearest + "'?"));
            }
            return found;
        }

        private int number(String option) throws UserSyntaxException {
            return command.positive(value(option, "number"), option);
        }
    }
}
