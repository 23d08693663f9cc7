// SPDX-License-Identifier: Apache-2.0

/** Reading and writing of JSON text for small or rare values. May import {@code event} only. */
@NullMarked
package dev.jtracer.engine.json;

import org.jspecify.annotations.NullMarked;
