// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.bench;

import dev.jtracer.examples.hello.HelloCalls;
import java.io.IOException;
import java.util.List;

/** The time that the agent adds to a hello world, from start to exit. */
final class StartupBench {
    private static final double NANOS_PER_MILLI = 1e6;

    private StartupBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int forks = Integer.getInteger("bench.forks", 20);
        Samples millis = new Samples();
        for (int i = 0; i < forks; i++) {
            for (Flavour flavour : Flavour.available()) {
                millis.add(flavour, lifeMillis(flavour));
            }
        }
        Report report = new Report("flavour", "wall ms", "added ms");
        for (Flavour flavour : millis.flavours()) {
            Sample sample = millis.of(flavour);
            report.row(flavour, sample, sample.minus(millis.median(Flavour.UNTRACED)));
        }
        report.print(StartupBench.class, forks);
    }

    private static double lifeMillis(Flavour flavour) throws IOException, InterruptedException {
        try (Fork fork = new Fork()) {
            List<String> flags = flavour.flags(
                    HelloCalls.class.getPackageName(), List.of(HelloCalls.class.getName()), fork.directory());
            long start = System.nanoTime();
            fork.java(flags, HelloCalls.class.getName());
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        }
    }
}
