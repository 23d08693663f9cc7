// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.event.Args;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Names and values, shown as lines of text or as a table. What the general viewers are made of. */
final class Facts {
    private final Map<String, String> values = new LinkedHashMap<>();

    Facts add(String name, String value) {
        values.put(name, value);
        return this;
    }

    Facts addNanos(String name, long nanos) {
        return add(name, nanosText(nanos));
    }

    Facts addAll(Args args) {
        args.asMap().forEach((name, value) -> add(name, String.valueOf(value)));
        return this;
    }

    String text() {
        int width = values.keySet().stream().mapToInt(String::length).max().orElse(0);
        StringBuilder lines = new StringBuilder();
        forEach((name, value) -> lines.append(name)
                .append(" ".repeat(width - name.length() + 2))
                .append(value.replace("\n", "\n" + " ".repeat(width + 2)))
                .append('\n'));
        return lines.toString();
    }

    void html(Html html) {
        html.open("table");
        forEach((name, value) -> html.open("tr").element("th", name).element("td", value).close());
        html.close();
    }

    private void forEach(BiConsumer<String, String> consumer) {
        values.forEach(consumer);
    }

    /** Microseconds with all three decimals, which is what traces show. */
    static String nanosText(long nanos) {
        String sign = nanos < 0 ? "-" : "";
        long whole = Math.abs(nanos / 1000);
        long rest = Math.abs(nanos % 1000);
        return sign + whole + "." + (rest < 10 ? "00" : rest < 100 ? "0" : "") + rest + " \u00b5s";
    }

}
