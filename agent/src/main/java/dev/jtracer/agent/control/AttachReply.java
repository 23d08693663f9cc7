// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

/**
 * What the tool that attached shows to its user.
 *
 * @param ok whether what was asked for was done
 * @param text one or more lines
 */
public record AttachReply(boolean ok, String text) {
    private static final String OK = "ok ";
    private static final String FAILED = "failed ";

    /** Reads what {@link #encoded} wrote. */
    public static AttachReply parse(String encoded) {
        return encoded.startsWith(OK)
                ? new AttachReply(true, encoded.substring(OK.length()))
                : new AttachReply(false, encoded.substring(FAILED.length()));
    }

    String encoded() {
        return (ok ? OK : FAILED) + text;
    }
}
