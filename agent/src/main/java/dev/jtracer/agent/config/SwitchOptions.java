// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import org.jspecify.annotations.Nullable;

/**
 * The user's options for what starts and stops recordings.
 *
 * @param sample share of the JVMs that get the agent at their start and are recorded
 * @param start whether to record from the start
 * @param signal the signal that toggles recording, without {@code SIG}; null for none
 * @param jmx whether the MBean is registered once the platform's server exists
 */
public record SwitchOptions(
        SampleShare sample, boolean start, @Nullable String signal, boolean jmx) {}
