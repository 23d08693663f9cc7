// SPDX-License-Identifier: Apache-2.0
/**
 * Code handed over to be called later. Depends on the JDK alone; start with
 * {@link dev.jtracer.examples.callbacks.ExecutorCallbacks}.
 */
package dev.jtracer.examples.callbacks;
