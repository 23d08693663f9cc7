// SPDX-License-Identifier: Apache-2.0

/**
 * Takes records on application threads and hands them to the tracer's own thread. Bootstrap loader; imports
 * {@code java.base} alone, and holds no lambda, no string concatenation and no logging, because woven application code
 * runs it from anywhere, class loading included.
 *
 * <p>Start with {@link dev.jtracer.bootstrap.MethodTracer}, then {@link dev.jtracer.bootstrap.ThreadBuffer} and
 * {@link dev.jtracer.bootstrap.RecordLayout}.
 */
@NullMarked
package dev.jtracer.bootstrap;

import org.jspecify.annotations.NullMarked;
