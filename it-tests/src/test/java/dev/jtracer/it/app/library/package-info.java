// SPDX-License-Identifier: Apache-2.0
/**
 * Programs that pass callbacks to one library each, and print the same whenever they run. Each depends on the JDK and
 * on its library. Start with {@link dev.jtracer.it.app.library.JdkCallbacks}.
 */
package dev.jtracer.it.app.library;
