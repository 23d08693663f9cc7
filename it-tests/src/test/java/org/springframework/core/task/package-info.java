// SPDX-License-Identifier: Apache-2.0

/** Stand-in for a class that the tracer knows by name. */
@NullMarked
package org.springframework.core.task;

import org.jspecify.annotations.NullMarked;
