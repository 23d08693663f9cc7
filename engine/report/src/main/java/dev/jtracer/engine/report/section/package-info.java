// SPDX-License-Identifier: Apache-2.0

/**
 * Sections of a report on the events that are no calls or callbacks, where the trace has any: marks, counters,
 * objects and other events of Chrome's format. {@link dev.jtracer.engine.report.section.ReportSections} lists the
 * sections; a new one is a class and a line there. May import handlers, {@code model} and {@code text}.
 */
@NullMarked
package dev.jtracer.engine.report.section;

import org.jspecify.annotations.NullMarked;
