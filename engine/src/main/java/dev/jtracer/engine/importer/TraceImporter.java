// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.io.IOException;

/**
 * Knows one form in which traces come: a {@link FormatImporter} reads events, a {@link ContainerImporter} holds other
 * traces. Implementations are stateless, have a public constructor without parameters, and are found as services of this
 * type or added to {@link Importers} by hand.
 *
 * <p>The shape is that of catapult's importers.
 */
public sealed interface TraceImporter permits FormatImporter, ContainerImporter {
    /** Returns what it imports, for messages, such as {@code "Chrome JSON"}; no two importers may have the same. */
    String name();

    /** Returns the order of probing: lower first. Importers with strict tests come before those that accept almost any data. */
    int priority();

    /**
     * Whether the data are of this form, judged by their beginning.
     *
     * @throws IOException if the data cannot be read
     */
    boolean canImport(FormatProbe probe) throws IOException;
}
