// SPDX-License-Identifier: Apache-2.0

/**
 * The choice of the root calls that are recorded where {@code sample-calls=} records one of many. Belongs to the
 * bootstrap loader, like the recorder, whose rules apply here too.
 *
 * <p>Start with {@link CallSample}.
 */
@NullMarked
package dev.jtracer.bootstrap.sample;

import org.jspecify.annotations.NullMarked;
