// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.PassingSites;
import dev.jtracer.engine.text.MethodNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/** The {@link MethodNames} of a report. */
public final class ShortNames implements UnaryOperator<String> {
    private final MethodNames names;

    /** Creates short names for methods and callbacks that are shown together. */
    public ShortNames(Functions functions, Callbacks callbacks) {
        this(names(functions, callbacks));
    }

    /** Creates short names for names that are shown together. */
    public ShortNames(Collection<String> names) {
        this.names = new MethodNames(names);
    }

    private static List<String> names(Functions functions, Callbacks callbacks) {
        List<String> names = new ArrayList<>();
        for (Functions.Row row : functions.rows()) {
            names.add(row.name());
        }
        for (Callbacks.Row row : callbacks.rows()) {
            names.add(row.name());
            names.add(PassingSites.method(row.site()));
        }
        return names;
    }

    @Override
    public String apply(String name) {
        return names.apply(name);
    }
}
