// SPDX-License-Identifier: Apache-2.0
/** Reading of the pictures that {@code report --svg} draws. */
@NullMarked
package dev.jtracer.it.picture;

import org.jspecify.annotations.NullMarked;
