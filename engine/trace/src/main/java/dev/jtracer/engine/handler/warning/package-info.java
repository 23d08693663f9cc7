// SPDX-License-Identifier: Apache-2.0

/**
 * Warnings: slow calls and callbacks, callbacks that never ran, stalls, forced reflows. May import what
 * {@code handler} may, {@code handler}, {@code handler.call} and {@code handler.flow}. Start with
 * {@link dev.jtracer.engine.handler.warning.WarningsHandler}.
 */
@NullMarked
package dev.jtracer.engine.handler.warning;

import org.jspecify.annotations.NullMarked;
