// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.trace;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.flow.FlowKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of the chains of arrows that flow events form: from an {@code s} over any {@code t} to an {@code f} of
 * the same category, name and id. An id may be used again by a later chain.
 */
public final class FlowChains {
    /** Above the numbers of passes, which a JVM counts from 1, and whose upper bits tell merged recordings apart. */
    private static final long FIRST_NUMBER = 1L << 62;

    private final IdentityHashMap<TraceEvent, Long> numbers = new IdentityHashMap<>();
    private long halfArrows;

    /** Numbers the flow events among events in the order of time. */
    public FlowChains(List<TraceEvent> events) {
        Map<FlowKey, Long> open = new HashMap<>();
        Set<Long> alone = new HashSet<>();
        long next = FIRST_NUMBER;
        for (TraceEvent event : events) {
            if (!isFlow(event)) {
                continue;
            }
            FlowKey key = FlowKey.of(event);
            Long number = open.get(key);
            if (event.phase() == Phase.FLOW_START) {
                boolean repeated = number != null; // as in catapult, the first start counts
                halfArrows += repeated ? 1 : 0;
                numbers.put(event, next);
                if (!repeated) {
                    open.put(key, next);
                    alone.add(next);
                }
                next++;
            } else if (number == null) {
                halfArrows++;
                numbers.put(event, next++);
            } else {
                alone.remove(number);
                numbers.put(event, number);
                if (event.phase() == Phase.FLOW_FINISH) {
                    open.remove(key);
                }
            }
        }
        halfArrows += alone.size();
    }

    public static boolean isFlow(TraceEvent event) {
        return switch (event.phase()) {
            case FLOW_START, FLOW_STEP, FLOW_FINISH -> true;
            default -> false;
        };
    }

    /** Returns whether the end belongs to the call that begins next on its thread, not to the one around it. */
    public static boolean bindsToNext(TraceEvent event) {
        return event.phase() == Phase.FLOW_FINISH
                && !"e".equals(event.otherFields().text("bp"));
    }

    /** Returns the number of an event's chain; 0 for an event that is none of the flow events. */
    public long number(TraceEvent event) {
        return numbers.getOrDefault(event, 0L);
    }

    /** Returns how many ends have no other end. */
    public long halfArrows() {
        return halfArrows;
    }
}
