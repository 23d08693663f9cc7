// SPDX-License-Identifier: Apache-2.0

/** JSON text in both directions, for what is small or rare. May import {@code event} only. */
@NullMarked
package dev.jtracer.engine.json;

import org.jspecify.annotations.NullMarked;
