// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** Functions for cases that do not arise, and one that waits for a result that does not come. */
public final class NotNeeded {
    private NotNeeded() {}

    // The cases that do not arise are the point.
    @SuppressWarnings({"OptionalOfRedundantMethod", "FutureReturnValueIgnored"})
    public static void main(String[] args) {
        Map<String, Integer> known = new HashMap<>(Map.of("a", 1));
        int sum = known.computeIfAbsent("a", key -> key.length() + args.length);
        known.computeIfPresent("b", (key, value) -> value + args.length);
        known.merge("c", 2, (one, other) -> one + other + args.length);
        sum += Optional.of(3).orElseGet(() -> args.length);
        sum += OptionalInt.of(4).orElseThrow(() -> new IllegalStateException(args[0]));
        sum += Objects.requireNonNull(known.get("a"), () -> args[0]);
        CompletableFuture<Integer> never = new CompletableFuture<>();
        never.thenAccept(value -> known.put("d", value + args.length));
        System.out.println(sum);
    }
}
