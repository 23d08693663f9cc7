// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

/**
 * What is known about callbacks where a class is being woven.
 *
 * @param loader the class's loader, asked for class files
 */
record CallbackScope(CallbackTypes types, CallSites sites, MethodTable table, ClassLoader loader) {}
