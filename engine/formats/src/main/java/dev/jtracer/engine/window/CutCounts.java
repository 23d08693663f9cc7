// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

/**
 * The changes that a cut made, in all its windows.
 *
 * @param events events within the windows, metadata and facts about the recording aside
 * @param resumed calls that had begun before a window and were begun again at its start
 * @param suspended calls that went on after a window and were ended at its end
 * @param runs runs in a window whose pass is not there, which have no arrow
 * @param passes passes in a window without a run there
 * @param countsArrows whether {@code runs} and {@code passes} were counted; false if there were too many
 */
public record CutCounts(long events, long resumed, long suspended, long runs, long passes, boolean countsArrows) {}
