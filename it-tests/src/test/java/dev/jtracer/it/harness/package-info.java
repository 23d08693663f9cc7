// SPDX-License-Identifier: Apache-2.0
/**
 * Starting of JVMs, waiting for their output, and strict reading of their traces. Independent of the product's
 * classes. Start with {@link dev.jtracer.it.harness.Jvms}.
 */
@NullMarked
package dev.jtracer.it.harness;

import org.jspecify.annotations.NullMarked;
