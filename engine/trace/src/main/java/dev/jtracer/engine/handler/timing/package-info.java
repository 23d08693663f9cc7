// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for data that programs report themselves: measures, marks, lines of the log, and custom tracks. May import
 * {@code handler} and what it may import. Start with {@link dev.jtracer.engine.handler.timing.UserTimingsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.timing;

import org.jspecify.annotations.NullMarked;
