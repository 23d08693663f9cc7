// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for traced objects: their lives, their states, and their references to each other. May import {@code handler} and
 * what it may import. Start with {@link dev.jtracer.engine.handler.object.ObjectSnapshotsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.object;

import org.jspecify.annotations.NullMarked;
