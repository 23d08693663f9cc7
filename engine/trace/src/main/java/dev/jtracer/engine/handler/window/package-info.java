// SPDX-License-Identifier: Apache-2.0

/**
 * The calls within windows of time, with the arrows of their callbacks: of windows that are known before the trace is
 * read, or of long ones afterwards. Memory is limited: of too many calls the longest are retained. May import what
 * {@code handler} may, and {@code handler}. Start with {@link dev.jtracer.engine.handler.window.WindowsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.window;

import org.jspecify.annotations.NullMarked;
