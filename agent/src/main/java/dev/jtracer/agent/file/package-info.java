// SPDX-License-Identifier: Apache-2.0

/** Files that are created once, by this process alone, and that no interrupt closes. Imports the JDK only. */
@NullMarked
package dev.jtracer.agent.file;

import org.jspecify.annotations.NullMarked;
