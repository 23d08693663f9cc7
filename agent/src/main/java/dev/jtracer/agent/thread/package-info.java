// SPDX-License-Identifier: Apache-2.0

/** The tracer's own threads, created in one place, and their CPU time. Agent loader; imports the JDK. */
@NullMarked
package dev.jtracer.agent.thread;

import org.jspecify.annotations.NullMarked;
