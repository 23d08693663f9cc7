// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

/**
 * The changes that a cut made, in all its windows.
 *
 * @param events events within the windows, metadata and facts about the recording aside
 * @param resumed calls that had begun before a window and were begun again at its start
 * @param suspended calls that went on after a window and were ended at its end
 * @param arrows arrows of callbacks with only one end in the window
 * @param allArrows whether {@code arrows} is all of them; false if callbacks were skipped, or too many to follow each
 */
public record CutCounts(long events, long resumed, long suspended, long arrows, boolean allArrows) {}
