// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import dev.jtracer.engine.event.NameKind;
import dev.jtracer.engine.event.StringTable;

/**
 * A name of the recording's table, which for a callback contains the pass site,
 * {@code Executor.execute[0];Shop.order:12}, and for a request or a statement its kind,
 * {@code [request]HTTP GET /orders}.
 *
 * @param name as it is displayed
 * @param site {@code Class.method:line}, or {@code Class.method} where the class has no line numbers; empty for none
 */
public record RecordedName(String name, String site, NameKind kind) {
    /** Splits a name of the table. */
    public static RecordedName of(String text) {
        if (!text.isEmpty() && text.charAt(0) == SpoolLayout.KIND_BEGIN) {
            int end = text.indexOf(SpoolLayout.KIND_END);
            NameKind kind = end < 0 ? NameKind.METHOD : NameKind.of(text.substring(1, end));
            // A statement has no site, and may contain the separator.
            return new RecordedName(kind == NameKind.METHOD ? text : text.substring(end + 1), "", kind);
        }
        int separator = text.indexOf(SpoolLayout.SITE_SEPARATOR);
        return separator < 0
                ? new RecordedName(text, "", NameKind.METHOD)
                : new RecordedName(text.substring(0, separator), text.substring(separator + 1), NameKind.METHOD);
    }

    public static RecordedName of(StringTable names, int index) {
        return new RecordedName(names.get(index), names.site(index), names.kind(index));
    }

    public void put(StringTable names, int index) {
        if (kind == NameKind.METHOD) {
            names.put(index, name, site);
        } else {
            names.put(index, name, kind);
        }
    }

    /** Returns the name as it is in the table. */
    public String text() {
        if (kind != NameKind.METHOD) {
            return SpoolLayout.KIND_BEGIN + kind.word() + SpoolLayout.KIND_END + name;
        }
        return site.isEmpty() ? name : name + SpoolLayout.SITE_SEPARATOR + site;
    }
}
