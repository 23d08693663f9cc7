// SPDX-License-Identifier: Apache-2.0

/**
 * Pairing of begins and ends to spans. May import {@code event}; used by the handlers and by the writer. Start with
 * {@link dev.jtracer.engine.pairing.SpanPairing}.
 */
@NullMarked
package dev.jtracer.engine.pairing;

import org.jspecify.annotations.NullMarked;
