// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.MethodTracer;
import dev.jtracer.bootstrap.RecordLayout;

/** The calls of a {@link ServedRequest}: the one that begins it, and those that go on with it. */
final class ServedCalls {
    private ServedCalls() {}

    /** Begins the first call of a request, at a level that has been entered. */
    static void beginFirst(OpenContext context, ServedRequest request) {
        begin(context, request, request.nameId());
        context.begun = request;
    }

    /** Begins a further part of a request, at a level that was entered: a run, if an earlier part announced it. */
    static void beginLater(OpenContext context, ServedRequest request) {
        RequestEnd part = request.enterNext();
        if (part == null) {
            begin(context, request, request.partNameId());
            return;
        }
        context.request.begin(part.nameId());
        context.restartTraceId();
        context.going = request;
        context.part = part;
    }

    private static void begin(OpenContext context, ServedRequest request, int id) {
        context.request.begin(id);
        context.restartTraceId();
        context.going = request;
        if (id != 0) {
            MethodTracer.enterSampled(id);
        }
    }

    /** Leaves a level, and ends the part that began there. */
    static void end(OpenContext context, boolean threw) {
        ServedRequest begun = context.begun;
        ServedRequest going = context.going;
        RequestEnd part = context.part;
        boolean ends = context.request.isAtOutermost();
        int id = context.request.exit();
        if (ends) {
            context.begun = null;
            context.going = null;
            context.part = null;
        }
        if (id == 0) {
            return;
        }
        int status = begun == null ? 0 : begun.leave(context.traceId);
        if (going != null) {
            going.goOn(context.traceId);
        }
        boolean isKnown = status >= RequestReaders.LEAST_STATUS;
        long[] links = RequestEnd.links(isKnown ? status : 0, context.traceId);
        if (part == null) {
            MethodTracer.exitRequest(id, links, threw && !isKnown);
        } else {
            part.leave(links, threw ? RecordLayout.KIND_THROW : RecordLayout.KIND_EXIT);
        }
    }
}
