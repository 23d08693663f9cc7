// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for what programs say about themselves: measures, marks, lines of the log, and tracks of their own. May
 * import what {@code handler} may, and {@code handler}; nothing there knows this package. Start with {@link
 * dev.jtracer.engine.handler.timing.UserTimingsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.timing;

import org.jspecify.annotations.NullMarked;
