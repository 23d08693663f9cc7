// SPDX-License-Identifier: Apache-2.0

/**
 * Work on a second thread that prefetches batches for its consumer. Imports nothing of the engine. Start with {@link
 * dev.jtracer.engine.prefetch.PrefetchedBatches}.
 */
@NullMarked
package dev.jtracer.engine.prefetch;

import org.jspecify.annotations.NullMarked;
