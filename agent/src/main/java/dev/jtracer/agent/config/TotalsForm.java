// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** Form of the totals that are printed when a recording stops. */
public enum TotalsForm {
    /** Tables with percentiles, sorted. */
    TABLES,
    /** A line {@code TRACER TOTAL} a method, for programs. */
    LINES,
    /** None. */
    NONE
}
