// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.command;

import dev.jtracer.agent.config.Quantity;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command of the command line. Parser, help, completion, man page and manual read all about it from here. */
public abstract class Command {
    private final String name;
    private final String operands;
    private final String description;
    private final List<CommandOption> options;
    private final boolean separates;
    private List<String> synonyms = List.of();
    private List<String> examples = List.of();
    private String notes = "";

    /**
     * @param operands its operands in the help, for example {@code FILE...}
     * @param description its description in the help, one sentence without a full stop
     * @param options its options, in the order of the help
     */
    public Command(String name, String operands, String description, List<CommandOption> options) {
        this(name, operands, description, options, false);
    }

    /** @param separates whether {@code --} separates operands, instead of ending the options */
    public Command(String name, String operands, String description, List<CommandOption> options, boolean separates) {
        this.name = name;
        this.operands = operands;
        this.description = description;
        this.options = List.copyOf(options);
        this.separates = separates;
    }

    public final String name() {
        return name;
    }

    /** Returns whether {@code --} separates operands, so that options may follow it. */
    public final boolean separates() {
        return separates;
    }

    /** Returns its options, in the order of the help. */
    public final List<CommandOption> options() {
        return options;
    }

    /** Returns name and operands as the help shows them, for example {@code report FILE... [options]}. */
    public final String usage() {
        String line = operands.isEmpty() ? name : name + " " + operands;
        return options.isEmpty() ? line : line + " [options]";
    }

    public final String description() {
        return description;
    }

    public final List<String> synonyms() {
        return synonyms;
    }

    /** Sets what users type for it who do not know its name, for example {@code compare} for {@code diff}. */
    protected final void synonyms(String... words) {
        synonyms = List.of(words);
    }

    public final List<String> examples() {
        return examples;
    }

    /** Sets whole command lines for the help, after {@code java -jar tracer.jar}. */
    protected final void examples(String... lines) {
        examples = List.of(lines);
    }

    public final String notes() {
        return notes;
    }

    /**
     * Sets what the description and the options leave open, for the help and the manual page: paragraphs without
     * line breaks, a line each.
     */
    protected final void notes(String paragraphs) {
        notes = paragraphs;
    }

    /** Parses the words after its name, and executes it. */
    public final void run(List<String> words, Terminal terminal) throws CommandException {
        execute(parse(words), terminal);
    }

    /** Parses the words after its name. */
    public final Arguments parse(List<String> words) throws CommandException {
        return Arguments.parse(words, this);
    }

    /** Executes it. The result goes to the terminal's {@code out}, all messages to its {@code err}. */
    protected abstract void execute(Arguments arguments, Terminal terminal) throws CommandException;

    /** Returns the failure for missing or superfluous operands; its next step is the usage. */
    public final CommandException misused(String cause) {
        return CommandException.usage(cause + "; write java -jar tracer.jar " + usage());
    }

    /** Returns the failure for a wrong option or value; its next step is the list of options. */
    public final CommandException wrongOption(String cause) {
        return options.isEmpty()
                ? misused(cause)
                : CommandException.usage(cause + "; see java -jar tracer.jar help " + name);
    }

    /** Returns the value of an option, a quantity that is not below another; a default if the option is absent. */
    public static long quantity(
            Arguments arguments, CommandOption option, Quantity quantity, long least, long ifMissing)
            throws CommandException {
        String text = arguments.value(option);
        return text == null
                ? ifMissing
                : quantity.within(text, least, Long.MAX_VALUE)
                        .orElseThrow(() -> CommandException.usage(
                                "'" + text + "' after " + option.name() + " is not " + quantity.accepted()));
    }

    /** Returns the value of an option, a number above 0, or another number if the option is absent. */
    public final int positive(Arguments arguments, CommandOption option, int ifMissing) throws CommandException {
        return number(arguments, option, 1, Integer.MAX_VALUE, "above 0", ifMissing);
    }

    /**
     * Returns the value of an option, a number within bounds, or another number if the option is absent.
     *
     * @param bounds the bounds in words, for the message
     */
    public final int number(
            Arguments arguments, CommandOption option, int least, int most, String bounds, int ifMissing)
            throws CommandException {
        String text = arguments.value(option);
        if (text == null) {
            return ifMissing;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw wrongOption("'" + text + "' after " + option.name() + " is not a number " + bounds);
    }

    /** Returns the file of an argument. */
    public final Path file(String text) throws CommandException {
        if (text.isEmpty()) {
            throw misused("the name of a file is empty");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException invalid) {
            throw CommandException.usage("'" + text + "' is no file name in this locale (" + invalid.getReason()
                    + "); set LC_ALL=C.UTF-8, or rename the file");
        }
    }

    /** Requires that no operand follows the expected ones. */
    public final void requireAtMost(int expected, Arguments arguments) throws CommandException {
        if (arguments.operands().size() > expected) {
            throw misused("'" + arguments.operands().get(expected) + "' is one argument too many");
        }
    }

    /** Returns the files of the operands, at least one. */
    public final List<Path> files(Arguments arguments) throws CommandException {
        List<Path> files = new ArrayList<>();
        for (String operand : arguments.operands()) {
            files.add(file(operand));
        }
        if (files.isEmpty()) {
            throw misused("the file is missing");
        }
        return files;
    }
}
