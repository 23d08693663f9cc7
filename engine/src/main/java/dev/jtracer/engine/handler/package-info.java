// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers: each collects one thing from the stream of events, live or from a file. May import {@code event} and
 * {@code pairing}, and other handlers only for their data. Start with {@link dev.jtracer.engine.handler.EventHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler;

import org.jspecify.annotations.NullMarked;
