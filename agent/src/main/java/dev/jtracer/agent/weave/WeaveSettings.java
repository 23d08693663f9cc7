// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

/**
 * Which methods of the included classes are worth a record.
 *
 * @param accessors also methods of at most three instructions that call nothing, such as getters
 * @param clinit also static initialisers
 * @param callbacks whether lambdas and method references are wrapped and calls note what is handed to them
 */
public record WeaveSettings(boolean accessors, boolean clinit, boolean callbacks) {}
