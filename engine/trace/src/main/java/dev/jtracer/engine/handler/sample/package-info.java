// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for sampled stacks: profiles of V8 and sample events, as a tree of each thread's stacks. May import {@code
 * handler} and what it may import. Start with {@link dev.jtracer.engine.handler.sample.SamplesHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.sample;

import org.jspecify.annotations.NullMarked;
