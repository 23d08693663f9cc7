// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EventConsumer;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.ImportReport;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TraceWords;
import java.util.Map;

/**
 * A builder of events for importers of other formats. It assigns indexes to their strings and tracks, and delivers
 * them in one instance. An event is begun with {@link #event}, completed by its setters, and {@link #deliver
 * delivered}. Not safe for use by several threads.
 */
public final class EventBuilder extends UnifiedTables {
    private static final Args OF_THE_PROCESS = Args.of(Map.of("s", "p"));

    private final TraceEvent next;
    private final int noSymbol;
    private EventConsumer consumer = event -> {};
    private long delivered;

    /** @param limits limits of names, ids and tracks; those beyond share one, see {@link ImportLimits} */
    public EventBuilder(ImportLimits limits) {
        super(limits);
        this.next = new TraceEvent(names, symbols, tracks);
        this.noSymbol = symbol("");
    }

    public void deliverTo(EventConsumer consumer) {
        this.consumer = consumer;
    }

    public long delivered() {
        return delivered;
    }

    /** Counts events that reached the consumer in another form, so that the indexes of later ones are right. */
    public void countDelivered(long more) {
        delivered += more;
    }

    /**
     * Begins the next event, which the caller completes and {@link #deliver delivers}. It has no id.
     *
     * @param track its {@link TraceEvent#track}, which determines its process and thread
     * @param name index of its name
     * @param category symbol of its categories
     */
    public TraceEvent event(Phase phase, long tsNanos, int track, int name, int category) {
        return next.set(phase, tsNanos, name, track, SpanFlags.NONE)
                .setCategoryIndex(category)
                .setId(IdKind.NONE, noSymbol);
    }

    public void deliver(TraceEvent event) {
        event.setIndex(delivered++);
        countShared(event.nameIndex(), event.categoryIndex(), event.track());
        consumer.accept(event);
    }

    /** Delivers metadata of a process or a thread. */
    public void deliverMetadata(int track, String name, Map<String, ?> args) {
        deliver(event(Phase.METADATA, 0, track, name(name), symbol(TraceWords.METADATA))
                .setArgs(Args.of(args)));
    }

    /** Delivers what the tracer read at a time, which is no event of the application. */
    public void deliverReading(int track, long tsNanos, String name, Map<String, ?> reading) {
        deliver(event(Phase.METADATA, tsNanos, track, name(name), symbol(TraceWords.READING))
                .setArgs(Args.of(reading)));
    }

    /** Delivers a fact about the recording, or what happened to its whole process. */
    public void deliverFact(int track, long tsNanos, String name, String category, Map<String, ?> facts) {
        deliver(event(Phase.INSTANT, tsNanos, track, name(name), symbol(category))
                .setArgs(Args.of(facts))
                .setOtherFields(OF_THE_PROCESS));
    }

    /** Returns a report without metadata on the events delivered. */
    public ImportReport report(boolean truncated) {
        return problems.report(delivered, truncated);
    }
}
