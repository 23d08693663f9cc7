// SPDX-License-Identifier: Apache-2.0

/**
 * The contract of handlers: each collects one kind of data from the stream of events, live or from a file. May import
 * {@code event}, {@code json} and {@code pairing}, but none of the handlers below it. Start with
 * {@link dev.jtracer.engine.handler.EventHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler;

import org.jspecify.annotations.NullMarked;
