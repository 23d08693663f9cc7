// SPDX-License-Identifier: Apache-2.0
/**
 * A small shop with a warehouse thread: the trace shown in the README. Depends on the JDK alone; start with
 * {@link dev.jtracer.examples.shop.Shop}.
 */
package dev.jtracer.examples.shop;
