// SPDX-License-Identifier: Apache-2.0

/**
 * The recorder, which stores records on application threads and sends them to the tracer's own thread. Belongs to the
 * bootstrap loader and imports {@code java.base} only. It contains no lambda, no string concatenation and no logging,
 * because woven application code may call it anywhere, class loading included.
 *
 * <p>Start with {@link dev.jtracer.bootstrap.MethodTracer}, then {@link dev.jtracer.bootstrap.ThreadBuffer} and
 * {@link dev.jtracer.bootstrap.RecordLayout}.
 */
@NullMarked
package dev.jtracer.bootstrap;

import org.jspecify.annotations.NullMarked;
