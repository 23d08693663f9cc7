// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

/**
 * The arguments of an attach: {@code command=NAME} for a running tracer, with options of its own, or the options of a
 * tracer to start.
 *
 * @param nonce key of the reply for the attached tool; empty if no tool waits for a reply
 * @param command {@code start stop toggle status reset watch detach}; empty if the arguments are options
 * @param options {@code key=value,key=value} of the command, or for a first start
 */
public record AttachRequest(String nonce, String command, String options) {
    private static final String REPLY = "reply=";
    private static final String COMMAND = "command=";

    /** Parses the agent arguments of an attach. */
    public static AttachRequest parse(String arguments) {
        String nonce = "";
        String command = "";
        StringBuilder options = new StringBuilder();
        for (String argument : arguments.split(",", -1)) {
            if (argument.startsWith(REPLY)) {
                nonce = argument.substring(REPLY.length());
            } else if (argument.startsWith(COMMAND)) {
                command = argument.substring(COMMAND.length());
            } else {
                options.append(options.length() == 0 ? "" : ",").append(argument);
            }
        }
        return new AttachRequest(nonce, command, options.toString());
    }

    /** Returns the agent arguments that {@link #parse} accepts. */
    public String toArguments() {
        return REPLY
                + nonce
                + (command.isEmpty() ? "" : "," + COMMAND + command)
                + (options.isEmpty() ? "" : "," + options);
    }
}
