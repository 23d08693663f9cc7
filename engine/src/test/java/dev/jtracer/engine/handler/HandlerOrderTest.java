// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.event.TraceEvent;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandlerOrderTest {
    @Test
    void sort_putsDependenciesFirstAndKeepsTheRest() {
        assertThat(HandlerOrder.sort(List.of(new Renderer(), new Samples(), new Network(), new Gpu())))
                .extracting(handler -> handler.getClass().getSimpleName())
                .containsExactly("Samples", "Network", "Renderer", "Gpu");
    }

    @Test
    void sort_namesTheHandlerThatIsMissing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerOrder.sort(List.of(new Network())))
                .withMessage("Required handler Samples not provided.");
    }

    @Test
    void sort_showsTheWayRoundACycleFromItsFirstHandler() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerOrder.sort(List.of(new IntoCycle(), new Hen(), new Egg())))
                .withMessage("Found dependency cycle in trace event handlers: Hen->Egg->Hen");
    }

    @Test
    void sort_refusesTwoOfAKind() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerOrder.sort(List.of(new Samples(), new Samples())))
                .withMessage("Handler Samples given twice.");
    }

    private abstract static class Inert implements EventHandler<String> {
        private final Set<Class<? extends EventHandler<?>>> dependencies;

        Inert(Set<Class<? extends EventHandler<?>>> dependencies) {
            this.dependencies = dependencies;
        }

        @Override
        public void reset() {}

        @Override
        public void initialize(HandlerContext context) {}

        @Override
        public void handleEvent(TraceEvent event) {}

        @Override
        public void finish() {}

        @Override
        public String data() {
            return getClass().getSimpleName();
        }

        @Override
        public Set<Class<? extends EventHandler<?>>> dependsOn() {
            return dependencies;
        }
    }

    private static final class Samples extends Inert {
        Samples() {
            super(Set.of());
        }
    }

    private static final class Gpu extends Inert {
        Gpu() {
            super(Set.of());
        }
    }

    private static final class Network extends Inert {
        Network() {
            super(Set.of(Samples.class));
        }
    }

    private static final class Renderer extends Inert {
        Renderer() {
            super(Set.of(Network.class));
        }
    }

    private static final class IntoCycle extends Inert {
        IntoCycle() {
            super(Set.of(Hen.class));
        }
    }

    private static final class Hen extends Inert {
        Hen() {
            super(Set.of(Egg.class));
        }
    }

    private static final class Egg extends Inert {
        Egg() {
            super(Set.of(Hen.class));
        }
    }
}
