// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.event.Args;
import java.util.ArrayList;
import java.util.List;

/** Names and values, as text or as a table, for the general viewers. */
final class Facts {
    private final List<List<String>> rows = new ArrayList<>();

    Facts add(String name, String value) {
        rows.add(List.of(name, value));
        return this;
    }

    Facts addNanos(String name, long nanos) {
        return add(name, nanosText(nanos));
    }

    /** Adds members with a prefix to their names, so that a name in a trace cannot imitate a viewer's own. */
    Facts addAll(String prefix, Args args) {
        args.asMap().forEach((name, value) -> add(prefix + name, String.valueOf(value)));
        return this;
    }

    void text(TextLines text) {
        text.table(rows);
    }

    void html(Html html) {
        html.open("table");
        for (List<String> row : rows) {
            html.open("tr").element("th", row.get(0)).element("td", row.get(1)).close();
        }
        html.close();
    }

    /** Returns microseconds with all three decimals, as in traces. */
    static String nanosText(long nanos) {
        String sign = nanos < 0 ? "-" : "";
        String rest = Long.toString(1000 + Math.abs(nanos % 1000)).substring(1);
        return sign + Math.abs(nanos / 1000) + "." + rest + " us";
    }
}
