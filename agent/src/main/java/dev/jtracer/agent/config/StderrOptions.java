// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * The user's options for lines on stderr.
 *
 * @param printCalls whether every call is printed
 * @param quiet whether totals are not printed
 * @param lagNanos stalls of the whole JVM longer than this are reported; 0 reports none
 */
public record StderrOptions(boolean printCalls, boolean quiet, long lagNanos) {}
