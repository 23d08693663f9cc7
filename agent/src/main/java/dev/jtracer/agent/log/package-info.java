// SPDX-License-Identifier: Apache-2.0

/** The engine's log output inside the agent. Agent loader; found by slf4j through a service file. */
@NullMarked
package dev.jtracer.agent.log;

import org.jspecify.annotations.NullMarked;
