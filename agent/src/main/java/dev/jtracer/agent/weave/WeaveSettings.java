// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import org.jspecify.annotations.Nullable;

/**
 * The choice of methods in the included classes that are worth a record.
 *
 * @param accessors whether methods of at most three instructions that call nothing, such as getters, are included
 * @param clinit whether static initialisers are included
 * @param callbacks which callbacks are wrapped, or record their own runs, and are recorded where they are passed
 * @param boundary whether calls that may pass callbacks to code that is not included are recorded at the call site
 * @param tasks the tasks that are followed
 * @param filter the user's overrides of what counts as a callback
 * @param values the methods whose arguments and results are recorded; null for none
 * @param sampled whether only some of the root calls are recorded
 */
public record WeaveSettings(
        boolean accessors,
        boolean clinit,
        CallbackPolicy callbacks,
        boolean boundary,
        TaskPolicy tasks,
        CallbackFilter filter,
        @Nullable MethodFilter values,
        boolean sampled) {}
