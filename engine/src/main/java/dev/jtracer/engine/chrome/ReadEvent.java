// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.IdKind;
import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.json.JsonTape;

/** The view that {@link ChromeTraceReader} fills for each event. Strings are indexes until somebody asks for them. */
final class ReadEvent implements TraceEvent {
    private final StringTable names;
    private final StringTable symbols;
    final JsonTape args = new JsonTape();
    final JsonTape otherFields = new JsonTape();

    Phase phase = Phase.INSTANT;
    long index;
    long tsNanos;
    long durNanos;
    long threadNanos;
    long threadDurNanos;
    long pid;
    long tid;
    int nameIndex;
    int category;
    IdKind idKind = IdKind.NONE;
    int id;
    int scope;
    long bindId;
    int track;
    int flags;

    ReadEvent(StringTable names, StringTable symbols) {
        this.names = names;
        this.symbols = symbols;
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
    public long threadNanos() {
        return threadNanos;
    }

    @Override
    public long threadDurNanos() {
        return threadDurNanos;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public long tid() {
        return tid;
    }

    @Override
    public int nameIndex() {
        return nameIndex;
    }

    @Override
    public String name() {
        return names.get(nameIndex);
    }

    @Override
    public int categoryIndex() {
        return category;
    }

    @Override
    public String category() {
        return symbols.get(category);
    }

    @Override
    public String id() {
        return symbols.get(id);
    }

    @Override
    public IdKind idKind() {
        return idKind;
    }

    @Override
    public String scope() {
        return symbols.get(scope);
    }

    @Override
    public long bindId() {
        return bindId;
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
        return args.toArgs();
    }

    @Override
    public Args otherFields() {
        return otherFields.toArgs();
    }
}
