// SPDX-License-Identifier: Apache-2.0

/** Text for people: durations, counts, and names that must not break a line. Imports nothing. */
@NullMarked
package dev.jtracer.engine.text;

import org.jspecify.annotations.NullMarked;
