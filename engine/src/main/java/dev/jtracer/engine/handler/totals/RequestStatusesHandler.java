// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Phase;
import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.handler.CallRecordHandler;
import dev.jtracer.engine.handler.HandlerContext;
import dev.jtracer.engine.handler.HandlerState;
import dev.jtracer.engine.handler.KnownNames;
import dev.jtracer.engine.pairing.CallRecords;
import dev.jtracer.engine.text.ContextName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A handler that counts the statuses of HTTP requests: the argument {@code status} at the end of their calls. */
public final class RequestStatusesHandler implements CallRecordHandler<RequestStatuses> {
    private static final int CLASSES = 5;
    private static final int CLASS_SIZE = 100;

    private final HandlerState state = new HandlerState(RequestStatusesHandler.class);
    private Map<String, long[]> counts = new TreeMap<>();
    private KnownNames<Boolean> requests = requests(new StringTable());
    private RequestStatuses result = RequestStatuses.NONE;

    /** Creates a handler. */
    public RequestStatusesHandler() {}

    private static KnownNames<Boolean> requests(StringTable names) {
        return new KnownNames<>(names, name -> ContextName.isRequest(name) ? Boolean.TRUE : null);
    }

    @Override
    public void reset() {
        state.reset();
        counts = new TreeMap<>();
        result = RequestStatuses.NONE;
    }

    @Override
    public void initialize(HandlerContext context) {
        state.initialize();
        requests = requests(context.names());
    }

    @Override
    public Set<Phase> phases() {
        return Set.of(Phase.ASYNC_END, Phase.DURATION_END, Phase.COMPLETE);
    }

    @Override
    public void handleEvent(TraceEvent event) {
        if (requests.get(event.nameIndex()) == null) {
            return;
        }
        Number status = event.args().number(ContextName.STATUS);
        int statusClass = status == null ? 0 : status.intValue() / CLASS_SIZE;
        if (statusClass >= 1 && statusClass <= CLASSES) {
            counts.computeIfAbsent(ContextName.request(event.name()), name -> new long[CLASSES])[statusClass - 1]++;
        }
    }

    @Override
    public void handleCalls(CallRecords records) {
        // They have no arguments.
    }

    @Override
    public void finish() {
        state.finish();
        List<RequestStatuses.Row> rows = new ArrayList<>();
        counts.forEach((name, count) ->
                rows.add(new RequestStatuses.Row(name, count[0], count[1], count[2], count[3], count[4])));
        result = new RequestStatuses(rows);
    }

    @Override
    public RequestStatuses data() {
        state.requireFinished();
        return result;
    }
}
