// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.call;

import dev.jtracer.engine.event.TrackTable;
import dev.jtracer.engine.handler.CollectingHandler;
import dev.jtracer.engine.handler.SpanHandler;
import dev.jtracer.engine.handler.meta.Meta;
import dev.jtracer.engine.handler.meta.MetaHandler;
import dev.jtracer.engine.pairing.PairingOptions;
import dev.jtracer.engine.pairing.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A handler that builds the call trees of all threads. It keeps every call, so it is for files alone. */
public final class ThreadsHandler extends CollectingHandler<CallTrees> implements SpanHandler<CallTrees> {
    private final boolean details;
    private final CallColumns calls;

    /** Creates a handler for the calls alone. */
    public ThreadsHandler() {
        this(false);
    }

    private ThreadsHandler(boolean details) {
        super(MetaHandler.class);
        this.details = details;
        this.calls = new CallColumns(details);
    }

    /** Returns a handler that also keeps copies of events with arguments, a few hundred bytes each. */
    public static ThreadsHandler withDetails() {
        return new ThreadsHandler(true);
    }

    @Override
    public void handleSpan(Span span) {
        calls.add(span);
    }

    @Override
    public PairingOptions options() {
        return new PairingOptions(details, true, true);
    }

    @Override
    protected CallTrees result() {
        TrackTable tracks = context().tracks();
        Meta meta = context().dataOf(MetaHandler.class);
        List<CallTrees.ThreadCalls> threads = new ArrayList<>();
        CallColumns.@Nullable Summary[] summaries = calls.link(tracks.size());
        for (int i = 0; i < summaries.length; i++) {
            CallColumns.Summary summary = summaries[i];
            if (summary != null) {
                threads.add(new CallTrees.ThreadCalls(tracks.get(i), meta, summary.firstRoot, summary.calls));
            }
        }
        return new CallTrees(context().names(), context().symbols(), calls, threads);
    }
}
