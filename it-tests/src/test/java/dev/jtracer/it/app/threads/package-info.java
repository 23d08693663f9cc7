// SPDX-License-Identifier: Apache-2.0
/**
 * Platform, pool, timer and virtual threads. Depends on the JDK alone; start with
 * {@link dev.jtracer.it.app.threads.Pools}.
 */
package dev.jtracer.it.app.threads;
