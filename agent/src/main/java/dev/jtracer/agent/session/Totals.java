// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.session;

import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Functions;

/** The live totals of a recording at one moment. */
record Totals(Functions functions, Callbacks callbacks) {
    static final Totals EMPTY = new Totals(Functions.EMPTY, Callbacks.EMPTY);
}
