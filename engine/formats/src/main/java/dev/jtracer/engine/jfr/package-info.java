// SPDX-License-Identifier: Apache-2.0

/**
 * Recordings of JDK Flight Recorder. May import {@code event} and {@code importer}; the only package that needs the
 * module {@code jdk.jfr}, and only to read a recording. Start with {@link dev.jtracer.engine.jfr.JfrImporter}.
 */
@NullMarked
package dev.jtracer.engine.jfr;

import org.jspecify.annotations.NullMarked;
