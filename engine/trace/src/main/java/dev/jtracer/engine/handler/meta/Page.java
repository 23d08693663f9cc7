// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import java.util.List;
import java.util.Locale;

/**
 * The page in a trace of Chrome. Immutable.
 *
 * @param url address that the page had first; empty if not known
 * @param navigationNanos times at which the page itself, and not a frame within it, loaded another document, in their
 *     order
 */
public record Page(String url, List<Long> navigationNanos) {
    /** The page of any other trace. */
    public static final Page NONE = new Page("", List.of());

    public Page {
        navigationNanos = List.copyOf(navigationNanos);
    }

    /** Returns host and port of the address, without {@code www.}; empty if it has no host. */
    public String host() {
        int scheme = url.indexOf("://");
        if (scheme < 0) {
            return "";
        }
        String host = url.substring(scheme + 3).split("[/?#]", 2)[0].toLowerCase(Locale.ROOT);
        return host.startsWith("www.") ? host.substring(4) : host;
    }
}
