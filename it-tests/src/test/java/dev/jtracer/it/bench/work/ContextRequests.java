// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench.work;

import java.util.function.IntUnaryOperator;

/** Requests to a servlet. */
public final class ContextRequests implements IntUnaryOperator {
    private final ContextCalls.OneServlet servlet = new ContextCalls.OneServlet();
    private final ContextCalls.OneRequest request = ContextCalls.complete(ContextCalls.OneRequest.class);
    private final ContextCalls.OneResponse response = ContextCalls.complete(ContextCalls.OneResponse.class);

    @Override
    public int applyAsInt(int number) {
        return number + servlet.service(request, response);
    }
}
