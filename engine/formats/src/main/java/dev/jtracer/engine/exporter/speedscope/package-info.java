// SPDX-License-Identifier: Apache-2.0

/** speedscope's own JSON. */
@NullMarked
package dev.jtracer.engine.exporter.speedscope;

import org.jspecify.annotations.NullMarked;
