// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the texts of keys. */
final class EventKeyParser {
    // A process or thread that was text in its trace has a number below 0.
    private static final Pattern KEY = Pattern.compile("r-(?<raw>\\d+)"
            + "|s-(?<synthetic>\\d+)(?:-(?<ordinal>\\d+))?"
            + "|p-(?<pid>-?\\d+)-(?<tid>-?\\d+)-(?<sample>\\d+)-(?<node>\\d+)");

    private final Matcher parts;

    private EventKeyParser(Matcher parts) {
        this.parts = parts;
    }

    static EventKey parse(String text) {
        Matcher parts = KEY.matcher(text);
        try {
            if (parts.matches()) {
                return new EventKeyParser(parts).key();
            }
        } catch (NumberFormatException e) {
            // exceeds a long: no event has this index
        }
        throw new IllegalArgumentException("'" + text
                + "' names no event; expected 'r-INDEX', 's-INDEX', 's-INDEX-ORDINAL' or 'p-PID-TID-SAMPLE-NODE'");
    }

    private EventKey key() {
        if (isGiven("raw")) {
            return new EventKey.Raw(number("raw"));
        }
        if (isGiven("synthetic")) {
            int ordinal = isGiven("ordinal") ? Integer.parseInt(parts.group("ordinal")) : 0;
            return new EventKey.Synthetic(number("synthetic"), ordinal);
        }
        return new EventKey.SampledCall(number("pid"), number("tid"), number("sample"), number("node"));
    }

    private boolean isGiven(String part) {
        return parts.group(part) != null;
    }

    private long number(String part) {
        return Long.parseLong(parts.group(part));
    }
}
