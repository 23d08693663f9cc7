// SPDX-License-Identifier: Apache-2.0
/**
 * Runs published tests of libraries, untraced and traced, and compares them test by test. Start with
 * {@link dev.jtracer.it.suites.Suites}; {@link dev.jtracer.it.suites.ClassRunner} is what runs in the JVM under test.
 */
@NullMarked
package dev.jtracer.it.suites;

import org.jspecify.annotations.NullMarked;
