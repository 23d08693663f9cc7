// SPDX-License-Identifier: Apache-2.0

/**
 * Containers of traces: gzip, zip, HTML reports. May import {@code event}, {@code json} and {@code importer}; {@code
 * importer} does not import this package. Start with {@link dev.jtracer.engine.importer.container.GzipImporter}.
 */
@NullMarked
package dev.jtracer.engine.importer.container;

import org.jspecify.annotations.NullMarked;
