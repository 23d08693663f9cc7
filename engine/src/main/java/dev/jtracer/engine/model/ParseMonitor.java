// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

/** An observer of a processor. May throw {@code CancellationException} to end the parse. */
interface ParseMonitor {
    /** A monitor that does nothing. */
    ParseMonitor NONE = new ParseMonitor() {
        @Override
        public void read(long events) {}

        @Override
        public void allRead(long events) {}

        @Override
        public void finished(int done, int handlers) {}
    };

    /** Takes the number of events read so far. Called from time to time. */
    void read(long events);

    /** Takes the total number of events, at the end of reading. */
    void allRead(long events);

    /** Takes the number of handlers that have finished. */
    void finished(int done, int handlers);
}
