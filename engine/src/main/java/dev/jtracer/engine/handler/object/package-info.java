// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for objects that a trace follows: their lives, what they looked like, and how they refer to each other. May
 * import what {@code handler} may, and {@code handler}; nothing there knows this package. Start with {@link
 * dev.jtracer.engine.handler.object.ObjectSnapshotsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.object;

import org.jspecify.annotations.NullMarked;
