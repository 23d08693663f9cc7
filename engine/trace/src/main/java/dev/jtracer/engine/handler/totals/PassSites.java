// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.text.CountText;
import java.util.Collection;
import java.util.function.UnaryOperator;

/** The form in which tables show a callback with the line of the source that passed it. */
public final class PassSites {
    private static final String ARROW = " -> ";

    private PassSites() {}

    /** Returns {@code Shop.order:12 -> Executor.execute[0]}; the name alone without a site. */
    public static String label(String site, String name) {
        return site.isEmpty() ? name : site + ARROW + name;
    }

    /**
     * Returns a label with other names.
     *
     * @param names gives what to print for the method of the site, and for the name
     */
    public static String label(String site, String name, UnaryOperator<String> names) {
        int line = lineAt(site);
        return label(
                site.isEmpty() ? "" : names.apply(site.substring(0, line)) + site.substring(line), names.apply(name));
    }

    /** Returns whether a label has a site. */
    public static boolean isSited(String label) {
        return label.contains(ARROW);
    }

    /** Returns how many of some labels have a site. */
    public static int sited(Collection<String> labels) {
        int sited = 0;
        for (String label : labels) {
            sited += isSited(label) ? 1 : 0;
        }
        return sited;
    }

    /** Returns how many methods and how many callbacks with a site are among some labels, as words. */
    public static String counted(Collection<String> labels) {
        int sited = sited(labels);
        String methods = CountText.of(labels.size() - sited, "method");
        String callbacks = CountText.of(sited, "callback");
        return sited == 0 ? methods : sited == labels.size() ? callbacks : methods + " and " + callbacks;
    }

    /** Returns the method of a site, without the line. */
    public static String method(String site) {
        return site.substring(0, lineAt(site));
    }

    private static int lineAt(String site) {
        int colon = site.lastIndexOf(':');
        return colon < 0 ? site.length() : colon;
    }
}
