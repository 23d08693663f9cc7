// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.handler.call.CallTrees;

/**
 * The position of a slice in its trace.
 *
 * @param calls the trees of the trace
 * @param call the slice's number in them
 * @param types creates the slices around and within it
 */
public record SliceData(CallTrees calls, int call, SliceTypes types) {}
