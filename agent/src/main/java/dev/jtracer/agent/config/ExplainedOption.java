// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * An option with its value and the source that it comes from.
 *
 * @param value the value as the user wrote it, or the default; empty for none
 * @param origin the source in words: {@code default}, {@code agent argument}, {@code -Djtracer.sort},
 *     {@code JTRACER_SORT} or a file
 */
public record ExplainedOption(String key, String value, String origin) {}
