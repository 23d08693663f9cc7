// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

/**
 * The reply that an attached tool shows to its user.
 *
 * @param ok whether the request succeeded
 * @param text one or more lines
 */
public record AttachReply(boolean ok, String text) {
    private static final String OK = "ok ";
    private static final String FAILED = "failed ";

    /** Parses the result of {@link #encoded}. */
    public static AttachReply parse(String encoded) {
        return encoded.startsWith(OK)
                ? new AttachReply(true, encoded.substring(OK.length()))
                : new AttachReply(false, encoded.substring(FAILED.length()));
    }

    String encoded() {
        return (ok ? OK : FAILED) + text;
    }
}
