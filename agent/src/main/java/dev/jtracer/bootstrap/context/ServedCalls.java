// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.MethodTracer;

/** The calls of a {@link ServedRequest}: the one that begins it, and those that go on with it. */
final class ServedCalls {
    private ServedCalls() {}

    /** Begins the first call of a request, at a level that has been entered. */
    static void beginFirst(OpenContext context, ServedRequest request) {
        begin(context, request.nameId());
        context.begun = request;
    }

    /** Begins a further call of a request, at a level that has been entered. */
    static void beginLater(OpenContext context, ServedRequest request) {
        begin(context, request.laterNameId());
        context.begun = null;
    }

    private static void begin(OpenContext context, int id) {
        context.request.begin(id);
        context.restartTraceId();
        if (id != 0) {
            MethodTracer.enterSampled(id);
        }
    }

    /** Leaves a level, and ends the call that began there. */
    static void end(OpenContext context, boolean threw) {
        ServedRequest begun = context.begun;
        int id = context.request.exit();
        if (id == 0) {
            return;
        }
        context.begun = null;
        int status = begun == null ? 0 : begun.leave(context.traceId);
        boolean isKnown = status >= RequestReaders.LEAST_STATUS;
        MethodTracer.exitRequest(id, EndLinks.of(isKnown ? status : 0, context.traceId), threw && !isKnown);
    }
}
