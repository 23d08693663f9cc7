// SPDX-License-Identifier: Apache-2.0

/** Stalls of the whole JVM: how they are found and counted. Agent loader. */
@NullMarked
package dev.jtracer.agent.lag;

import org.jspecify.annotations.NullMarked;
