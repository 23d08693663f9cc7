// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The order of handlers in which each follows those it depends on. */
public final class HandlerOrder {
    private final Map<Class<?>, EventHandler<?>> byClass = new LinkedHashMap<>();
    private final Set<EventHandler<?>> ordered = new LinkedHashSet<>();
    private final List<Class<?>> path = new ArrayList<>();

    private HandlerOrder(Collection<? extends EventHandler<?>> handlers) {
        for (EventHandler<?> handler : handlers) {
            if (byClass.put(handler.getClass(), handler) != null) {
                throw new IllegalArgumentException(
                        "Handler " + handler.getClass().getSimpleName() + " given twice.");
            }
        }
    }

    /**
     * Sorts handlers. Those that do not depend on each other keep their order.
     *
     * @throws IllegalArgumentException if two are of one class, a required one is missing, or they depend on each
     *     other in a circle
     */
    public static List<EventHandler<?>> sort(Collection<? extends EventHandler<?>> handlers) {
        HandlerOrder order = new HandlerOrder(handlers);
        for (EventHandler<?> handler : order.byClass.values()) {
            order.visit(handler);
        }
        return List.copyOf(order.ordered);
    }

    private void visit(EventHandler<?> handler) {
        if (ordered.contains(handler)) {
            return;
        }
        int first = path.indexOf(handler.getClass());
        path.add(handler.getClass());
        if (first >= 0) {
            throw new IllegalArgumentException("Found dependency cycle in trace event handlers: "
                    + path.subList(first, path.size()).stream()
                            .map(Class::getSimpleName)
                            .collect(Collectors.joining("->")));
        }
        for (Class<?> required : handler.dependsOn()) {
            EventHandler<?> dependency = byClass.get(required);
            if (dependency == null) {
                throw new IllegalArgumentException("Required handler " + required.getSimpleName() + " not provided.");
            }
            visit(dependency);
        }
        path.remove(path.size() - 1);
        ordered.add(handler);
    }
}
