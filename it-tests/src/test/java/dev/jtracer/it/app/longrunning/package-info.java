// SPDX-License-Identifier: Apache-2.0
/**
 * A program to switch tracing on and off in. Depends on the JDK alone; start with
 * {@link dev.jtracer.it.app.longrunning.ToggleMe}.
 */
package dev.jtracer.it.app.longrunning;
