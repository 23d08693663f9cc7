// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.window;

import dev.jtracer.engine.event.TraceEvent;

/** Receiver of the events of windows. */
interface WindowSink {
    /**
     * Takes the next event of a window.
     *
     * @param window number of the window, from 0
     * @param event valid during the call
     */
    void event(int window, TraceEvent event);
}
