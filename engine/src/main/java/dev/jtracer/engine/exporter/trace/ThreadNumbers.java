// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

/** The two numbers by which Chrome's format tells threads apart. */
public record ThreadNumbers(long pid, long tid) {}
