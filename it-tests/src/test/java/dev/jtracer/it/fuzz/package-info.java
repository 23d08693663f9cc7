// SPDX-License-Identifier: Apache-2.0
/** Commands on damaged files. */
@NullMarked
package dev.jtracer.it.fuzz;

import org.jspecify.annotations.NullMarked;
