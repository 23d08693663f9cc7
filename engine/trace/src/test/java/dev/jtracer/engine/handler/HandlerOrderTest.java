// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.sample.Samples;
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

    // The two orders and the cycle of DevTools' Processor test, with handlers that are nothing but their names.

    @Test
    void sort_satisfiesDependenciesExample1() {
        assertThat(names(HandlerOrder.sort(List.of(
                        new PageLoadMetrics(),
                        new Renderer1(),
                        new Screenshots(),
                        new NetworkRequests1(),
                        new LayoutShifts1(),
                        new Gpu1(),
                        new Meta1()))))
                .containsExactly(
                        "Meta1",
                        "Gpu1",
                        "LayoutShifts1",
                        "NetworkRequests1",
                        "Screenshots",
                        "Renderer1",
                        "PageLoadMetrics");
    }

    @Test
    void sort_satisfiesDependenciesExample2() {
        assertThat(names(HandlerOrder.sort(List.of(new Gpu2(), new LayoutShifts2(), new NetworkRequests2()))))
                .containsExactly("NetworkRequests2", "LayoutShifts2", "Gpu2");
    }

    @Test
    void sort_showsACycleOfThree() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerOrder.sort(
                        List.of(new Samples(), new LayoutShifts3(), new Renderer3(), new NetworkRequests3())))
                .withMessage("Found dependency cycle in trace event handlers:"
                        + " LayoutShifts3->Renderer3->NetworkRequests3->LayoutShifts3");
    }

    private static List<String> names(List<EventHandler<?>> handlers) {
        return handlers.stream()
                .map(handler -> handler.getClass().getSimpleName())
                .toList();
    }

    private abstract static class Inert implements EventHandler<String> {
        private final Set<Class<? extends EventHandler<?>>> dependencies;

        Inert(Set<Class<? extends EventHandler<?>>> dependencies) {
            this.dependencies = dependencies;
        }

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

    private static final class Meta1 extends Inert {
        Meta1() {
            super(Set.of());
        }
    }

    private static final class Gpu1 extends Inert {
        Gpu1() {
            super(Set.of(Meta1.class));
        }
    }

    private static final class LayoutShifts1 extends Inert {
        LayoutShifts1() {
            super(Set.of(Gpu1.class));
        }
    }

    private static final class NetworkRequests1 extends Inert {
        NetworkRequests1() {
            super(Set.of(LayoutShifts1.class));
        }
    }

    private static final class Screenshots extends Inert {
        Screenshots() {
            super(Set.of(NetworkRequests1.class));
        }
    }

    private static final class Renderer1 extends Inert {
        Renderer1() {
            super(Set.of(Screenshots.class));
        }
    }

    private static final class PageLoadMetrics extends Inert {
        PageLoadMetrics() {
            super(Set.of(Renderer1.class));
        }
    }

    private static final class NetworkRequests2 extends Inert {
        NetworkRequests2() {
            super(Set.of());
        }
    }

    private static final class LayoutShifts2 extends Inert {
        LayoutShifts2() {
            super(Set.of(NetworkRequests2.class));
        }
    }

    private static final class Gpu2 extends Inert {
        Gpu2() {
            super(Set.of(LayoutShifts2.class));
        }
    }

    private static final class LayoutShifts3 extends Inert {
        LayoutShifts3() {
            super(Set.of(Renderer3.class));
        }
    }

    private static final class Renderer3 extends Inert {
        Renderer3() {
            super(Set.of(NetworkRequests3.class));
        }
    }

    private static final class NetworkRequests3 extends Inert {
        NetworkRequests3() {
            super(Set.of(LayoutShifts3.class));
        }
    }
}
