// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import java.util.List;

/**
 * The words that a command accepts.
 *
 * @param name name of the command
 * @param operands its operands in the help, for example {@code FILE...}
 * @param options its options, in the order of the help
 * @param separates whether {@code --} separates operands, instead of ending the options
 */
record CommandSyntax(String name, String operands, List<CommandOption> options, boolean separates) {
    CommandSyntax {
        options = List.copyOf(options);
    }

    /** Returns name and operands as the help shows them, for example {@code report FILE... [options]}. */
    String usage() {
        String line = operands.isEmpty() ? name : name + " " + operands;
        return options.isEmpty() ? line : line + " [options]";
    }

    /** Returns the failure for missing or superfluous operands; its next step is the usage. */
    UserSyntaxException misused(String cause) {
        return new UserSyntaxException(cause + "; write java -jar tracer.jar " + usage());
    }

    /** Returns the failure for a wrong option or value; its next step is the list of options. */
    UserSyntaxException wrongOption(String cause) {
        return options.isEmpty()
                ? misused(cause)
                : new UserSyntaxException(cause + "; see java -jar tracer.jar help " + name);
    }
}
