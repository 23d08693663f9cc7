// SPDX-License-Identifier: Apache-2.0

/** Memory that is mapped from files. Imports the JDK and ASM only. */
@NullMarked
package dev.jtracer.agent.memory;

import org.jspecify.annotations.NullMarked;
