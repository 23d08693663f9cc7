// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.library.Bus;
import java.util.ArrayList;
import java.util.List;

/** Defined anew by a loader of its own. */
final class Child {
    private Child() {}

    interface Teller {
        String tell(String word);

        /** Returns its argument, whose class nobody needs. */
        default Missing missing(Missing same) {
            return same;
        }
    }

    static final class Missing {}

    private static final class Shouter implements Teller {
        @Override
        public String tell(String word) {
            return word.concat("!");
        }
    }

    static String tell() {
        List<String> said = new ArrayList<>();
        Teller lambda = word -> "child of " + word;
        Bus.runAll(
                () -> said.add(lambda.tell("lambda")),
                () -> said.add(call(new Shouter())),
                () -> said.add(call(lambda)));
        return said.toString();
    }

    private static String call(Teller teller) {
        return teller.tell("a");
    }
}
