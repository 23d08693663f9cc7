// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;

/**
 * What the user asked for as to callbacks. Names are checked by those who use them.
 *
 * @param policy which callbacks are told from other calls
 * @param boundary whether calls that hand callbacks to code that is not included are recorded; needs callbacks
 * @param include classes, besides those included, whose lambdas and objects are callbacks too
 * @param exclude classes and types whose callbacks are left alone
 * @param types further types of callbacks, by whatever method of theirs
 * @param mostRuns so many runs of one passing are recorded, at least 1; those beyond are counted
 */
public record CallbackOptions(
        CallbackPolicy policy,
        boolean boundary,
        List<String> include,
        List<String> exclude,
        List<String> types,
        int mostRuns) {
    public CallbackOptions {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        types = List.copyOf(types);
    }
}
