// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import dev.jtracer.it.frameworks.Clients;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;

/** Structured scopes within each other, a preview of Java 25. */
public final class Scopes {
    private static final ScopedValue<Integer> NUMBER = ScopedValue.newInstance();

    private Scopes() {}

    /** Takes the number of requests. */
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Clients.send(Integer.parseInt(args[0]), Scopes::request);
        Work.exit();
    }

    private static void request(int rid) {
        Work.called();
        ScopedValue.where(NUMBER, rid).run(() -> {
            try (var scope = StructuredTaskScope.open(Joiner.allSuccessfulOrThrow())) {
                scope.fork(() -> Work.work(NUMBER.get()));
                scope.fork(() -> divide());
                scope.join();
                Work.step(NUMBER.get());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static String divide() throws InterruptedException {
        try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) {
            scope.fork(() -> Work.work(NUMBER.get()));
            scope.fork(() -> Work.work(NUMBER.get()));
            String first = scope.join();
            Work.step(NUMBER.get());
            return first;
        }
    }
}
