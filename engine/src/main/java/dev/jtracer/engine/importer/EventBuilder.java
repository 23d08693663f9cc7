// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.ImportLimits;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.SpanFlags;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.event.TrackTable;
import java.util.function.Consumer;

/**
 * A builder of events for importers of other formats. It assigns indexes to their strings and tracks, and delivers them in
 * one view. An event is begun with {@link #event}, completed by the other methods, and {@link #deliver delivered}. Not safe
 * for use by several threads.
 */
public final class EventBuilder {
    private final UnifiedTables tables;
    private final View view;
    private Consumer<? super TraceEvent> consumer = event -> {};
    private long delivered;

    /** Creates a builder with its own tables and the default limits, and without a consumer. */
    public EventBuilder() {
        this(ImportLimits.DEFAULT, new ProblemCounts());
    }

    /**
     * Creates a builder with its own tables, and without a consumer.
     *
     * @param limits limits of names, ids and tracks; those beyond share one, see {@link ImportLimits}
     * @param problems counts problems per event
     */
    public EventBuilder(ImportLimits limits, ProblemCounts problems) {
        this(new UnifiedTables(limits, problems));
    }

    /** Creates a builder for the tables of a trace with other events. */
    EventBuilder(UnifiedTables tables) {
        this.tables = tables;
        this.view = new View(tables.symbol(""));
    }

    /** Sets the consumer of the events that follow. */
    public void deliverTo(Consumer<? super TraceEvent> consumer) {
        this.consumer = consumer;
    }

    public StringTable names() {
        return tables.names;
    }

    public StringTable symbols() {
        return tables.symbols;
    }

    public TrackTable tracks() {
        return tables.tracks;
    }

    /** Returns the number of events delivered. */
    public long delivered() {
        return delivered;
    }

    /** Counts events that reached the consumer in another form, so that the indexes of those that follow are right. */
    public void countDelivered(long more) {
        delivered += more;
    }

    /** Returns the index of a name. */
    public int name(String name) {
        return tables.name(name);
    }

    /** Returns the index of a callback's name with its passing site, {@code Class.method:line}; empty for none. */
    public int name(String name, String site) {
        return tables.name(name, site);
    }

    /** Returns the index of a category, an id or a scope. */
    public int symbol(String symbol) {
        return tables.symbol(symbol);
    }

    /**
     * Begins the next event.
     *
     * @param track its {@link TraceEvent#track}, which determines its process and thread
     * @param name index of its name
     * @param category symbol of its categories
     */
    public EventBuilder event(Phase phase, long tsNanos, int track, int name, int category) {
        view.phase = phase;
        view.tsNanos = tsNanos;
        view.durNanos = 0;
        view.track = track;
        view.name = name;
        view.category = category;
        view.id = view.noSymbol;
        view.idKind = IdKind.NONE;
        view.flags = SpanFlags.NONE;
        view.bindId = 0;
        view.hop = 0;
        view.args = Args.EMPTY;
        view.otherFields = Args.EMPTY;
        return this;
    }

    /** Sets the duration of a complete event, not negative. */
    public EventBuilder lasting(long durNanos) {
        view.durNanos = durNanos;
        return this;
    }

    /** Sets the event's {@link SpanFlags}. */
    public EventBuilder flags(int flags) {
        view.flags = flags;
        return this;
    }

    /** Sets the event's id, which is a symbol. */
    public EventBuilder id(IdKind kind, int id) {
        view.idKind = kind;
        view.id = id;
        return this;
    }

    /** Sets the passing's number of the event, a passing or the run of a callback; see {@link TraceEvent#bindId}. */
    public EventBuilder bind(long bindId) {
        view.bindId = bindId;
        return this;
    }

    /** Marks the event, a passing, as handing on the callback of the first passing {@code firstNumber}. */
    public EventBuilder hop(long firstNumber) {
        view.hop = firstNumber;
        return this;
    }

    public EventBuilder args(Args args) {
        view.args = args;
        return this;
    }

    /** Sets the event's members without their own accessor; see {@link TraceEvent#otherFields}. */
    public EventBuilder otherFields(Args fields) {
        view.otherFields = fields;
        return this;
    }

    /** Delivers the event to the consumer. */
    public void deliver() {
        view.index = delivered++;
        tables.countShared(view.name, view.category, view.track);
        consumer.accept(view);
    }

    private final class View implements TraceEvent {
        private final int noSymbol;
        private Phase phase = Phase.INSTANT;
        private long index;
        private long tsNanos;
        private long durNanos;
        private int track;
        private int name;
        private int category;
        private IdKind idKind = IdKind.NONE;
        private int id;
        private int flags;
        private long bindId;
        private long hop;
        private Args args = Args.EMPTY;
        private Args otherFields = Args.EMPTY;

        View(int noSymbol) {
            this.noSymbol = noSymbol;
        }

        @Override
        public Phase phase() {
            return phase;
        }

        @Override
        public long index() {
            return index;
        }

        @Override
        public long tsNanos() {
            return tsNanos;
        }

        @Override
        public long durNanos() {
            return durNanos;
        }

        @Override
        public long pid() {
            return tables.tracks.get(track).pid();
        }

        @Override
        public long tid() {
            return tables.tracks.get(track).tid();
        }

        @Override
        public int nameIndex() {
            return name;
        }

        @Override
        public String name() {
            return tables.names.get(name);
        }

        @Override
        public String site() {
            return tables.names.site(name);
        }

        @Override
        public String category() {
            return tables.symbols.get(category);
        }

        @Override
        public int categoryIndex() {
            return category;
        }

        @Override
        public String id() {
            return tables.symbols.get(id);
        }

        @Override
        public IdKind idKind() {
            return idKind;
        }

        @Override
        public long bindId() {
            return bindId;
        }

        @Override
        public long hop() {
            return hop;
        }

        @Override
        public int track() {
            return track;
        }

        @Override
        public int flags() {
            return flags;
        }

        @Override
        public boolean hasDetails() {
            return !args.isEmpty() || !otherFields.isEmpty();
        }

        @Override
        public Args args() {
            return args;
        }

        @Override
        public Args otherFields() {
            return otherFields;
        }
    }
}
