// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.call.ThreadsHandler;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandlerSetTest {
    @Test
    void chosenHandlers_bringThoseTheyDependOn() {
        assertThat(classes(HandlerSet.of(CallbacksHandler::new)))
                .containsExactly(MetaHandler.class, FunctionsHandler.class, CallbacksHandler.class);
    }

    @Test
    void dependencies_ofDependenciesAreAdded() {
        List<Class<?>> classes = classes(HandlerSet.of(OfCallbacks::new));

        Set<Class<?>> required = new HashSet<>(Set.of(CallbacksHandler.class));
        new CallbacksHandler().dependsOn().forEach(required::add);
        assertThat(classes).doesNotHaveDuplicates().containsAll(required).endsWith(OfCallbacks.class);
    }

    @Test
    void chosenHandler_isNotReplacedByTheEngines() {
        FunctionsHandler own = new FunctionsHandler();

        List<EventHandler<?>> handlers =
                HandlerSet.of(CallbacksHandler::new, () -> own).create();

        assertThat(handlers).filteredOn(FunctionsHandler.class::isInstance).containsExactly(own);
    }

    @Test
    void otherHandlers_areAddedToThoseOfASet() {
        HandlerSet threads = HandlerSet.of(ThreadsHandler::new);

        assertThat(classes(threads.and(FunctionsHandler::new)))
                .containsExactly(MetaHandler.class, ThreadsHandler.class, FunctionsHandler.class);
        assertThat(classes(threads)).containsExactly(MetaHandler.class, ThreadsHandler.class);
        assertThat(classes(threads.and(MetaHandler::new))).containsExactly(ThreadsHandler.class, MetaHandler.class);
    }

    @Test
    void handlersThatCannotBeMet_areRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerSet.of(Dependent::new))
                .withMessage("Required handler Missing not provided.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerSet.of(FunctionsHandler::new).and(FunctionsHandler::new))
                .withMessage("Handler FunctionsHandler given twice.");
    }

    @Test
    void create_makesNewHandlersEachTime() {
        HandlerSet all = HandlerSet.all();

        assertThat(all.create()).doesNotContainAnyElementsOf(all.create()).hasSameSizeAs(all.create());
    }

    private static List<Class<?>> classes(HandlerSet set) {
        return set.create().stream().<Class<?>>map(EventHandler::getClass).toList();
    }

    /** A handler that depends on one that is not the engine's. */
    private static final class Dependent extends Missing {
        @Override
        public Set<Class<? extends EventHandler<?>>> dependsOn() {
            return Set.of(Missing.class);
        }
    }

    private static final class OfCallbacks extends Missing {
        @Override
        public Set<Class<? extends EventHandler<?>>> dependsOn() {
            return Set.of(CallbacksHandler.class);
        }
    }

    private static class Missing implements EventHandler<String> {
        @Override
        public void initialize(HandlerContext context) {}

        @Override
        public void handleEvent(TraceEvent event) {}

        @Override
        public void finish() {}

        @Override
        public String data() {
            return "";
        }
    }
}
