// SPDX-License-Identifier: Apache-2.0

/**
 * Reports of recordings as bytes, which are added up in any order and grouping to the report on all of them. May
 * import {@code event}, {@code json}, {@code pairing}, {@code handler} and {@code report}. Start with
 * {@link dev.jtracer.engine.merge.PartialReport}.
 */
@NullMarked
package dev.jtracer.engine.merge;

import org.jspecify.annotations.NullMarked;
