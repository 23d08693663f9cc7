// SPDX-License-Identifier: Apache-2.0

/**
 * The filters for classes, methods and callback types that the user named. Agent loader; imports {@code agent.config}
 * for its exception only.
 *
 * <p>Start with {@link MethodFilter}.
 */
@NullMarked
package dev.jtracer.agent.filter;

import org.jspecify.annotations.NullMarked;
