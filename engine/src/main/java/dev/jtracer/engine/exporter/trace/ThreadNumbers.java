// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

/** The two numbers that identify a thread in Chrome's format. */
public record ThreadNumbers(long pid, long tid) {}
