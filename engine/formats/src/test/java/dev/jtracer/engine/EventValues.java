// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The values of an event by the names of their accessors, found by reflection so that no accessor is forgotten. */
public final class EventValues {
    private static final List<Method> ACCESSORS = Arrays.stream(TraceEvent.class.getMethods())
            .filter(method -> method.getDeclaringClass() == TraceEvent.class
                    && method.getParameterCount() == 0
                    && method.getReturnType() != TraceEvent.class)
            .toList();

    private EventValues() {}

    public static Map<String, Object> of(TraceEvent event) {
        Map<String, Object> values = new TreeMap<>();
        for (Method accessor : ACCESSORS) {
            try {
                Object value = accessor.invoke(event);
                values.put(accessor.getName(), value instanceof Args args ? args.asMap() : value);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
        return values;
    }
}
