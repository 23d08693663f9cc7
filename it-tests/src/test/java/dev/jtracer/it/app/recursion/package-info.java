// SPDX-License-Identifier: Apache-2.0
/** Deep and wide recursion. Depends on the JDK alone; start with {@link dev.jtracer.it.app.recursion.Fibonacci}. */
package dev.jtracer.it.app.recursion;
