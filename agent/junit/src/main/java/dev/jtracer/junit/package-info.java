// SPDX-License-Identifier: Apache-2.0

/**
 * The extension for JUnit 5.10 and later, and JUnit 6. It knows the tracer by {@link dev.jtracer.Tracer} and by the
 * commands of its jar, and does nothing in a JVM without the tracer.
 */
@NullMarked
package dev.jtracer.junit;

import org.jspecify.annotations.NullMarked;
