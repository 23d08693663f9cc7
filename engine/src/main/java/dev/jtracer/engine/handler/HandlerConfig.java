// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/**
 * The settings of handlers.
 *
 * @param mostWarnings limit of warnings and stalls kept of each kind, at least 0; more are only counted
 */
public record HandlerConfig(int mostWarnings) {
    /** Ten thousand of each kind. */
    public static final HandlerConfig DEFAULT = new HandlerConfig(10_000);

    public HandlerConfig {
        if (mostWarnings < 0) {
            throw new IllegalArgumentException("a limit is negative; 0 is the smallest");
        }
    }
}
