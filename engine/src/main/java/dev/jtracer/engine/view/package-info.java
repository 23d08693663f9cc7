// SPDX-License-Identifier: Apache-2.0

/**
 * The user's view of a trace's calls and objects: domain types for slices and objects, selected by category and name, and
 * viewers that show them as text and HTML. Both are extension points, found by {@link java.util.ServiceLoader} or registered
 * by hand. May import {@code handler} and {@code model}. Start with {@link dev.jtracer.engine.view.SliceTypes}.
 */
@NullMarked
package dev.jtracer.engine.view;

import org.jspecify.annotations.NullMarked;
