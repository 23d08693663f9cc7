// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for data of web pages: network requests and layout shifts in traces of Chrome. May import {@code handler}
 * and what it may import. Start with {@link dev.jtracer.engine.handler.web.NetworkRequestsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.web;

import org.jspecify.annotations.NullMarked;
