// SPDX-License-Identifier: Apache-2.0

/**
 * Collapsed stacks, a line per stack with its count, the input of flame graphs. May import {@code event} and {@code
 * importer}. Start with {@link dev.jtracer.engine.collapsed.CollapsedImporter}.
 */
@NullMarked
package dev.jtracer.engine.collapsed;

import org.jspecify.annotations.NullMarked;
