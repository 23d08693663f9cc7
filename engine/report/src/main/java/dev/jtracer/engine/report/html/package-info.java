// SPDX-License-Identifier: Apache-2.0

/**
 * The report as one HTML page that needs no network: tables, a flame graph, the density of the whole recording, and
 * timelines of the slowest calls. The page's scripts and styles are resources of this package. Start with
 * {@link dev.jtracer.engine.report.html.ReportPage}.
 */
@NullMarked
package dev.jtracer.engine.report.html;

import org.jspecify.annotations.NullMarked;
