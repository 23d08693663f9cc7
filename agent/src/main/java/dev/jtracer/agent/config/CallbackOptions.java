// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;

/**
 * The user's options for callbacks. Names are checked where they are used.
 *
 * @param policy which callbacks are distinguished from other calls
 * @param boundary whether calls that pass callbacks to code that is not included are recorded; needs callbacks
 * @param tasks whether the tasks are followed that code which is not included submits to the JDK's executors; needs
 *     callbacks
 * @param include further classes, not included otherwise, whose lambdas and objects are callbacks too
 * @param exclude classes and types whose callbacks are treated as other calls
 * @param types further types of callbacks, recognised by any of their methods
 * @param exact further classes that only run the callbacks that they are given; {@code off} alone for no class at all
 * @param mostRuns limit of recorded runs per pass, at least 1; further runs are counted
 */
public record CallbackOptions(
        CallbackPolicy policy,
        boolean boundary,
        TaskPolicy tasks,
        List<String> include,
        List<String> exclude,
        List<String> types,
        List<String> exact,
        int mostRuns) {
    public CallbackOptions {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        types = List.copyOf(types);
        exact = List.copyOf(exact);
    }
}
