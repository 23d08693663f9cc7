// SPDX-License-Identifier: Apache-2.0
/**
 * The smallest trace worth a look. Depends on the JDK alone; start with
 * {@link dev.jtracer.examples.hello.HelloCalls}.
 */
package dev.jtracer.examples.hello;
