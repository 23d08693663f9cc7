// SPDX-License-Identifier: Apache-2.0
/** Drawing of traces, for the README. Start with {@link dev.jtracer.it.picture.TracePicture}. */
@NullMarked
package dev.jtracer.it.picture;

import org.jspecify.annotations.NullMarked;
