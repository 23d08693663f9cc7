// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * The user's options for output files. The pattern is checked where it is used.
 *
 * @param output pattern of the output file's name, with {@code %p %t %n}
 * @param minNanos calls shorter than this are left out of the file; 0 keeps all
 * @param depth deepest call in the file, at least 1
 * @param segmentBytes uncompressed size of a file at which the next one is started
 * @param exitNanos longest time by which the tracer may delay the end of the JVM to complete its files
 */
public record FileOptions(String output, long minNanos, int depth, long segmentBytes, long exitNanos) {}
