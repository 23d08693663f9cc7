// SPDX-License-Identifier: Apache-2.0
/**
 * Calls that end by an exception. Depends on the JDK alone; start with
 * {@link dev.jtracer.it.app.exceptions.ThrowingCalls}.
 */
package dev.jtracer.it.app.exceptions;
