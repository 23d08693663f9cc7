// SPDX-License-Identifier: Apache-2.0

/**
 * The context of calls: the HTTP request that a thread serves, and the SQL that it executes. Belongs to the bootstrap
 * loader, like the recorder, whose rules apply here too.
 *
 * <p>Start with {@link dev.jtracer.bootstrap.context.ContextTracer}.
 */
@NullMarked
package dev.jtracer.bootstrap.context;

import org.jspecify.annotations.NullMarked;
