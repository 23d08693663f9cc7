// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.PassingSites;
import dev.jtracer.engine.text.MethodNames;
import java.util.Collection;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The {@link MethodNames} of a report. */
public final class ShortNames implements UnaryOperator<String> {
    private final MethodNames names;

    /** Creates short names for methods and callbacks that are shown together. */
    public ShortNames(Functions functions, Callbacks callbacks) {
        this(Stream.concat(
                        functions.rows().stream().map(Functions.Row::name),
                        callbacks.rows().stream()
                                .flatMap(row -> Stream.of(row.name(), PassingSites.method(row.site()))))
                .toList());
    }

    /** Creates short names for names that are shown together. */
    public ShortNames(Collection<String> names) {
        this.names = new MethodNames(names);
    }

    @Override
    public String apply(String name) {
        return names.apply(name);
    }
}
