// SPDX-License-Identifier: Apache-2.0

/**
 * HTTP requests, from their begin to their end on whichever thread. May import what {@code handler} may,
 * {@code handler} and {@code handler.totals}. Start with {@link dev.jtracer.engine.handler.request.RequestsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.request;

import org.jspecify.annotations.NullMarked;
