// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * The user's options for lines on stderr.
 *
 * @param printCalls whether every call is printed
 * @param quiet whether the cost of a timing, the totals and other lines about a success are left out
 * @param totals form of the totals at the stop
 * @param sort column by which the table of methods is sorted, one of those of {@link Option#SORT}
 * @param stallNanos stalls of the whole JVM longer than this are reported; 0 reports none
 */
public record StderrOptions(boolean printCalls, boolean quiet, TotalsForm totals, String sort, long stallNanos) {}
