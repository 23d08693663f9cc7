// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/** Life cycle of a handler. Throws {@link IllegalStateException} on use out of order. Not checked for every event. */
public final class HandlerState {
    private enum Stage {
        NEW,
        INITIALIZED,
        FINISHED
    }

    private final String handler;
    private Stage stage = Stage.NEW;

    /** Creates the state of a new handler, whose class is named in messages. */
    public HandlerState(Class<?> handler) {
        this.handler = handler.getSimpleName();
    }

    /** Records the start of a trace. The handler must be new. */
    public void initialize() {
        require(stage == Stage.NEW, "is not new");
        stage = Stage.INITIALIZED;
    }

    /** Records the end of the events. The handler must be initialized. */
    public void finish() {
        require(stage == Stage.INITIALIZED, "is not initialized");
        stage = Stage.FINISHED;
    }

    /** Checks that the handler has finished, so that its result is available. */
    public void requireFinished() {
        require(stage == Stage.FINISHED, "is not finished");
    }

    private void require(boolean holds, String complaint) {
        if (!holds) {
            throw new IllegalStateException(handler + " " + complaint);
        }
    }
}
