// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

/** Looks on while a processor works. May throw {@code CancellationException} to end the parse. */
interface ParseMonitor {
    /** Nobody looks on. */
    ParseMonitor NONE = new ParseMonitor() {
        @Override
        public void read(long events) {}

        @Override
        public void allRead(long events) {}

        @Override
        public void finished(int done, int handlers) {}
    };

    /** So many events have been read; called now and then. */
    void read(long events);

    /** Reading has finished; {@code events} is the total. */
    void allRead(long events);

    /** So many of the handlers have finished. */
    void finished(int done, int handlers);
}
