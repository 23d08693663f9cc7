// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/** Where a handler stands in its life; throws when it is used out of turn. Not asked for every event. */
final class HandlerState {
    private enum Stage {
        NEW,
        INITIALIZED,
        FINISHED
    }

    private final String handler;
    private Stage stage = Stage.NEW;

    HandlerState(Class<? extends EventHandler<?>> handler) {
        this.handler = handler.getSimpleName();
    }

    void reset() {
        stage = Stage.NEW;
    }

    void initialize() {
        require(stage == Stage.NEW, "was not reset");
        stage = Stage.INITIALIZED;
    }

    void finish() {
        require(stage == Stage.INITIALIZED, "is not initialized");
        stage = Stage.FINISHED;
    }

    void requireFinished() {
        require(stage == Stage.FINISHED, "is not finished");
    }

    private void require(boolean holds, String complaint) {
        if (!holds) {
            throw new IllegalStateException(handler + " " + complaint);
        }
    }
}
