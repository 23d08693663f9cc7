// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.section;

import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.model.ParsedTrace;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A part of a report: the handlers that it reads, and the tables that it makes of their data.
 *
 * @param handlers suppliers of its handlers, without those that other sections or the report itself have
 * @param tables makes its tables of a trace and of the names of threads by track; empty tables are omitted
 */
record ReportSection(
        List<Supplier<? extends EventHandler<?>>> handlers,
        BiFunction<ParsedTrace, IntFunction<String>, List<SectionTable>> tables) {}
