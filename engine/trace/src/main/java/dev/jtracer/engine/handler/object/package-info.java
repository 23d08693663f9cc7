// SPDX-License-Identifier: Apache-2.0

/**
 * Handler for traced objects: their lives, and how many of their states are known. May import {@code handler} and
 * what it may import. Start with {@link dev.jtracer.engine.handler.object.ObjectSnapshotsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.object;

import org.jspecify.annotations.NullMarked;
