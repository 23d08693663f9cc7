// SPDX-License-Identifier: Apache-2.0

/**
 * The weaving that links a callback to the call that received it: parameters, call sites, lambdas and their
 * wrappers. Agent loader; imports {@code agent.filter}, {@code agent.weave.code} and ASM.
 *
 * <p>Start with {@link CallbackTypes}, then {@link CallSiteWeave} and {@link LambdaWeave}.
 */
@NullMarked
package dev.jtracer.agent.weave.callback;

import org.jspecify.annotations.NullMarked;
