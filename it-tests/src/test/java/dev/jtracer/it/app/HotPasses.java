// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.List;
import java.util.function.Consumer;

/**
 * Passes a lambda, or with {@code args[1]} an object of its own, to the JDK as often as {@code args[0]} says, and
 * prints the sum of what its runs have seen.
 */
public final class HotPasses implements Consumer<Integer> {
    private static final List<Integer> THREE = List.of(3);

    private long sum;

    private HotPasses() {}

    public static void main(String[] args) {
        HotPasses passes = new HotPasses();
        passes.run(Integer.parseInt(args[0]), args.length > 1);
        System.out.println("sum " + passes.sum);
    }

    private void run(int times, boolean asObject) {
        for (int i = 0; i < times; i++) {
            if (asObject) {
                passObject();
            } else {
                passLambda();
            }
        }
    }

    private void passLambda() {
        THREE.forEach(each -> sum += each);
    }

    private void passObject() {
        THREE.forEach(this);
    }

    @Override
    public void accept(Integer each) {
        sum += each;
    }
}
