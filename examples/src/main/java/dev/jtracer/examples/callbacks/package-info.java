// SPDX-License-Identifier: Apache-2.0
/**
 * Code passed to be called later. Depends on the JDK alone; start with
 * {@link dev.jtracer.examples.callbacks.ExecutorCallbacks}.
 */
package dev.jtracer.examples.callbacks;
