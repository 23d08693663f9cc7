// SPDX-License-Identifier: Apache-2.0

/**
 * Handlers for sampled stacks: profiles of V8 and sample events, made into a tree of each thread's stacks. May import
 * what {@code handler} may, and {@code handler}; nothing there knows this package. Start with {@link
 * dev.jtracer.engine.handler.sample.SamplesHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.sample;

import org.jspecify.annotations.NullMarked;
