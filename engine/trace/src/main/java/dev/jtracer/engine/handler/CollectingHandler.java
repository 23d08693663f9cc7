// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The life cycle of a handler that collects from events and makes its result after the last of them.
 *
 * @param <D> type of its result
 */
public abstract class CollectingHandler<D> implements EventHandler<D> {
    private enum Stage {
        NEW,
        INITIALIZED,
        FINISHED
    }

    private final Set<Class<? extends EventHandler<?>>> required;
    private Stage stage = Stage.NEW;
    private HandlerContext context = HandlerContext.NONE;
    private @Nullable D result;

    /** Creates a handler that {@link #dependsOn depends} on others, most often on none. */
    @SafeVarargs
    @SuppressWarnings("varargs") // copied, and only read
    protected CollectingHandler(Class<? extends EventHandler<?>>... required) {
        this.required = Set.of(required);
    }

    @Override
    public Set<Class<? extends EventHandler<?>>> dependsOn() {
        return required;
    }

    @Override
    public final void initialize(HandlerContext context) {
        require(Stage.NEW, "is not new");
        stage = Stage.INITIALIZED;
        this.context = context;
        start();
    }

    @Override
    public final void finish() {
        require(Stage.INITIALIZED, "is not initialized");
        stage = Stage.FINISHED;
        result = result();
    }

    @Override
    public final D data() {
        require(Stage.FINISHED, "is not finished");
        return Objects.requireNonNull(result);
    }

    private void require(Stage required, String complaint) {
        if (stage != required) {
            throw new IllegalStateException(getClass().getSimpleName() + " " + complaint);
        }
    }

    /** Returns what the handlers of the trace share; {@link HandlerContext#NONE} before {@link #start}. */
    protected final HandlerContext context() {
        return context;
    }

    /** Prepares for the events of a trace, whose {@link #context} is known. */
    protected void start() {}

    /** Makes the result. Called once a trace, after the handlers that this one depends on have finished. */
    protected abstract D result();
}
