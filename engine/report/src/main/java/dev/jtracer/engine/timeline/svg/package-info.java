// SPDX-License-Identifier: Apache-2.0

/** The timeline of a window as SVG. Start with {@link dev.jtracer.engine.timeline.svg.TimelineSvg}. */
@NullMarked
package dev.jtracer.engine.timeline.svg;

import org.jspecify.annotations.NullMarked;
