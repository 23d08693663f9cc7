// SPDX-License-Identifier: Apache-2.0

/**
 * The import of files of any known format as one source of events: it finds the importer, opens containers, and
 * merges the names, processes and clocks of several files. May import {@code event} and {@code json}, but no format.
 * Start with {@link dev.jtracer.engine.importer.TraceImport} and {@link dev.jtracer.engine.importer.TraceImporter}.
 */
@NullMarked
package dev.jtracer.engine.importer;

import org.jspecify.annotations.NullMarked;
