// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;

/**
 * The user's options for weaving. Names are checked where they are used.
 *
 * @param include what to trace, never empty
 * @param exclude exceptions from {@code include}
 * @param accessors whether methods of three instructions or fewer are traced
 * @param clinit whether static initialisers are traced
 * @param showsProxies whether generated proxies of included classes are traced
 * @param callbacks which callbacks are distinguished from other calls, and how
 * @param context which context of requests is recorded: {@code http}, {@code jdbc}, {@code log}, several or nothing
 * @param sampledCalls share of the root calls that are recorded
 * @param args the methods whose arguments and results are recorded
 * @param argsToString the classes whose {@code toString} shows a value
 */
public record WeavingOptions(
        List<String> include,
        List<String> exclude,
        boolean accessors,
        boolean clinit,
        boolean showsProxies,
        CallbackOptions callbacks,
        List<String> context,
        SampleShare sampledCalls,
        List<String> args,
        List<String> argsToString) {
    public WeavingOptions {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
        context = List.copyOf(context);
        args = List.copyOf(args);
        argsToString = List.copyOf(argsToString);
    }
}
