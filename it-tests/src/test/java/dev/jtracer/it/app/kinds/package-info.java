// SPDX-License-Identifier: Apache-2.0
/**
 * Every kind of method that a class file can hold. Depends on the JDK alone; start with
 * {@link dev.jtracer.it.app.kinds.AllKindsOfMethods}.
 */
package dev.jtracer.it.app.kinds;
