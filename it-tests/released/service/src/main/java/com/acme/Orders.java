// SPDX-License-Identifier: Apache-2.0
package com.acme;

import dev.jtracer.Tracer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The prices of orders, added up on another thread. */
final class Orders {
    long total(List<Integer> prices) {
        try (Tracer.Measurement adding = Tracer.measure("adding")) {
            return CompletableFuture.supplyAsync(() -> add(prices)).join();
        }
    }

    private static long add(List<Integer> prices) {
        return prices.stream().mapToLong(Integer::longValue).sum();
    }
}
