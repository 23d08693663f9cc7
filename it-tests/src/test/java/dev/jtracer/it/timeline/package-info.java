// SPDX-License-Identifier: Apache-2.0
/** Reading of the timelines that {@code report --svg} draws. */
@NullMarked
package dev.jtracer.it.timeline;

import org.jspecify.annotations.NullMarked;
