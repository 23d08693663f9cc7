// SPDX-License-Identifier: Apache-2.0

/**
 * Collapsed stacks, a line a stack with its count, as profilers write them for flame graphs. May import {@code event} and
 * {@code importer}. Start with {@link dev.jtracer.engine.collapsed.CollapsedImporter}.
 */
@NullMarked
package dev.jtracer.engine.collapsed;

import org.jspecify.annotations.NullMarked;
