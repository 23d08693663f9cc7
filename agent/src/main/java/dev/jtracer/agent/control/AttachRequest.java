// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

/**
 * What came with an attach: {@code command=NAME} to a tracer that is there, or the options of one that is to start.
 *
 * @param nonce under which the answer is left for the tool that attached; empty when nobody waits for one
 * @param command {@code start stop toggle status reset}; empty when options came
 * @param options {@code key=value,key=value} for a first start; empty when a command came
 */
public record AttachRequest(String nonce, String command, String options) {
    private static final String REPLY = "reply=";
    private static final String COMMAND = "command=";

    /** Reads the agent arguments of an attach. */
    public static AttachRequest parse(String arguments) {
        String nonce = "";
        String command = "";
        StringBuilder options = new StringBuilder();
        for (String argument : arguments.split(",")) {
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

    /** The agent arguments that {@link #parse} reads. */
    public String toArguments() {
        return REPLY + nonce + (command.isEmpty() ? "," + options : "," + COMMAND + command);
    }
}
