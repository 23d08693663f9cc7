// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.IOException;

/**
 * An importer of one form of data: a {@link FormatImporter} reads events, a {@link ContainerImporter} opens
 * containers of traces. Implementations are stateless, have a public constructor without parameters, and are found as
 * services of this type or added to {@link Importers} by hand.
 *
 * <p>The design is that of catapult's importers.
 */
public sealed interface TraceImporter permits FormatImporter, ContainerImporter {
    /** Returns the name of its form, for messages, for example {@code "Chrome JSON"}. It is unique. */
    String name();

    /** Returns the order of probing, lower first: 0 for a strict test, more for one that almost any data pass. */
    default int priority() {
        return 0;
    }

    /** Returns whether the data are of this form, judged by their name and their beginning alone. */
    boolean canImport(TraceData data) throws IOException;
}
