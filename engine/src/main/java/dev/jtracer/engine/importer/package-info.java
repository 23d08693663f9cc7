// SPDX-License-Identifier: Apache-2.0

/**
 * From files of any known format to one source of events: finds the importer, opens containers, and brings the names,
 * processes and clocks of several files together. May import {@code event} and {@code json}; knows no format itself.
 * Start with {@link dev.jtracer.engine.importer.TraceImport} and {@link dev.jtracer.engine.importer.TraceImporter}.
 */
@NullMarked
package dev.jtracer.engine.importer;

import org.jspecify.annotations.NullMarked;
