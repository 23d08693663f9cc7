/**
 * The entry point for programs that read traces: {@link dev.jtracer.engine.Trace}. May import every other package;
 * none imports it.
 */
@NullMarked
package dev.jtracer.engine;

import org.jspecify.annotations.NullMarked;
