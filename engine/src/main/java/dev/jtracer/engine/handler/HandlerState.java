// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/**
 * Life cycle of a handler; throws {@link IllegalStateException} when it is used out of turn. Not checked for every
 * event.
 */
public final class HandlerState {
    private enum Stage {
        NEW,
        INITIALIZED,
        FINISHED
    }

    private final String handler;
    private Stage stage = Stage.NEW;

    /** Creates the state of a new handler, which its class names in messages. */
    public HandlerState(Class<? extends EventHandler<?>> handler) {
        this.handler = handler.getSimpleName();
    }

    /** The handler has forgotten everything. */
    public void reset() {
        stage = Stage.NEW;
    }

    /** The handler is about to get a trace; it must be new or reset. */
    public void initialize() {
        require(stage == Stage.NEW, "was not reset");
        stage = Stage.INITIALIZED;
    }

    /** The handler has got all events; it must be initialized. */
    public void finish() {
        require(stage == Stage.INITIALIZED, "is not initialized");
        stage = Stage.FINISHED;
    }

    /** Checks that the handler has finished and may give its result. */
    public void requireFinished() {
        require(stage == Stage.FINISHED, "is not finished");
    }

    private void require(boolean holds, String complaint) {
        if (!holds) {
            throw new IllegalStateException(handler + " " + complaint);
        }
    }
}
