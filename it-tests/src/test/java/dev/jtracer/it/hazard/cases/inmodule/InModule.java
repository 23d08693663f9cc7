// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases.inmodule;

import java.io.Serializable;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A factory of lambdas in a package that no other module can access. */
final class InModule {
    private InModule() {}

    interface PackagePrivate {
        String tell(String word);
    }

    static String tell() {
        int captured = 2;
        PackagePrivate lambda = word -> word + captured;
        Supplier<String> serializable = (Supplier<String> & Serializable) () -> "module " + captured;
        Function<String, Integer> reference = String::length;
        return call(lambda) + serializable.get()
                + List.of("a", "bb").stream().map(reference).toList() + " "
                + InModule.class.getModule().isNamed();
    }

    private static String call(PackagePrivate lambda) {
        return lambda.tell("a");
    }
}
