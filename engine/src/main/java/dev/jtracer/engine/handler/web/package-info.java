// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for what only web pages have: network requests and layout shifts in traces of Chrome. May import what
 * {@code handler} may, and {@code handler}; nothing there knows this package. Start with
 * {@link dev.jtracer.engine.handler.web.NetworkRequestsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.web;

import org.jspecify.annotations.NullMarked;
