// SPDX-License-Identifier: Apache-2.0

/**
 * The calls within given windows of time, with the arrows of their callbacks. Memory is limited: of too many calls the longest are
 * kept. May import what {@code handler} may, and {@code handler}. Start with {@link
 * dev.jtracer.engine.handler.window.WindowsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.window;

import org.jspecify.annotations.NullMarked;
