// SPDX-License-Identifier: Apache-2.0

/**
 * Work on a second thread, a few batches ahead of its consumer. Imports nothing of the engine. Start with {@link
 * dev.jtracer.engine.prefetch.PrefetchedBatches}.
 */
@NullMarked
package dev.jtracer.engine.prefetch;

import org.jspecify.annotations.NullMarked;
