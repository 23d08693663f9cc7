/** Formats of other tools that the engine does not read, so that a message can name them and the next step. */
@NullMarked
package dev.jtracer.engine.foreign;

import org.jspecify.annotations.NullMarked;
