// SPDX-License-Identifier: Apache-2.0

/** The timeline of a window as SVG. Start with {@link dev.jtracer.engine.picture.svg.TimelineSvg}. */
@NullMarked
package dev.jtracer.engine.picture.svg;

import org.jspecify.annotations.NullMarked;
