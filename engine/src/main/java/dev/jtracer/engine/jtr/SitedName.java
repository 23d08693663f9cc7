// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.text.ContextName;

/**
 * A name of the recording's table, which for a callback contains the passing site: {@code Executor.execute[0];Shop.order:12}.
 *
 * @param name of a method or a callback
 * @param site {@code Class.method:line}, or {@code Class.method} where the class has no line numbers; empty for none
 */
public record SitedName(String name, String site) {
    /** Splits a name of the table. */
    public static SitedName of(String text) {
        // A statement has no site, and may contain the separator.
        int separator = ContextName.is(text) ? -1 : text.indexOf(SpoolLayout.SITE_SEPARATOR);
        return separator < 0
                ? new SitedName(text, "")
                : new SitedName(text.substring(0, separator), text.substring(separator + 1));
    }

    /** Returns the name as it is in the table. */
    public String text() {
        return site.isEmpty() ? name : name + SpoolLayout.SITE_SEPARATOR + site;
    }
}
