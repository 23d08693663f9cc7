// SPDX-License-Identifier: Apache-2.0
/** Starts JVMs, waits for what they say, and reads their traces strictly. Knows no class of the product. Start with {@link dev.jtracer.it.harness.Jvms}. */
@NullMarked
package dev.jtracer.it.harness;

import org.jspecify.annotations.NullMarked;
