// SPDX-License-Identifier: Apache-2.0
/**
 * The arguments and results of the methods that the user names: entry points of woven code, and the text of a value.
 *
 * <p>Start with {@link ValueTracer}.
 */
@NullMarked
package dev.jtracer.bootstrap.value;

import org.jspecify.annotations.NullMarked;
