// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.counter;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KeptEvents;
import dev.jtracer.engine.handler.KnownNames;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A handler that collects counters: heap, queue lengths, and others. A counter is identified by its process, category, name
 * and id; its series are, as in catapult, the numbers among its first event's arguments. Chrome's {@code UpdateCounters}
 * instants are points of the counter of that name.
 */
public final class CountersHandler implements EventHandler<Counters> {
    private static final String MEMORY = "UpdateCounters";

    private record Key(long pid, int category, int name, String id) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::id)
                .thenComparingLong(Key::pid)
                .thenComparingInt(Key::category)
                .thenComparingInt(Key::name);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private final HandlerState state = new HandlerState(CountersHandler.class);
    private final Map<Key, CounterColumns> counters = new LinkedHashMap<>();
    private KnownNames<Boolean> memoryEvents = memoryEvents(new StringTable());
    private KeptEvents kept = HandlerContext.NONE.kept();
    private long withoutNumbers;
    private long unknownSeries;
    private Counters result = Counters.EMPTY;

    /** Creates a handler. */
    public CountersHandler() {}

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.COUNTER, Phase.INSTANT, Phase.INSTANT_OLD);
    }

    @Override
    public void reset() {
        state.reset();
        counters.clear();
        withoutNumbers = 0;
        unknownSeries = 0;
        result = Counters.EMPTY;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        memoryEvents = memoryEvents(context.names());
        kept = context.kept();
    }

    private static KnownNames<Boolean> memoryEvents(StringTable names) {
        return new KnownNames<>(names, name -> name.equals(MEMORY) ? true : null);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (event.phase() == Phase.COUNTER) {
            take(event, event.args());
        } else if (memoryEvents.get(event.nameIndex()) != null) {
            take(event, event.args().object("data"));
        }
    }

    private void take(TraceEvent event, Args values) {
        Key key = new Key(event.pid(), event.categoryIndex(), event.nameIndex(), event.id());
        CounterColumns counter = counters.get(key);
        if (counter == null) {
            String name = key.id.isEmpty() ? event.name() : event.name() + "[" + key.id + "]";
            counter = CounterColumns.of(event.pid(), event.category(), name, values.asMap());
            if (counter == null) {
                withoutNumbers++;
                return;
            }
            counters.put(key, counter);
        }
        if (kept.row()) {
            unknownSeries += counter.add(event.tsNanos(), values.asMap());
        }
    }

    @Override
    public void finish() {
        state.finish();
        result = new Counters(
                counters.values().stream().map(CounterColumns::counter).toList(), withoutNumbers, unknownSeries);
        counters.clear();
    }

    @Override
    public Counters data() {
        state.requireFinished();
        return result;
    }
}
