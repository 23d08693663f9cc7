// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Recordings of an invented program, with the noise of a real one that was measured over 80 runs: methods spread by 3
 * to 30 % from run to run, a whole run by 5 %, and in 7 of 100 runs a method stays in a slower tier of the JIT
 * compiler, which makes it two to fifteen times slower.
 */
final class SimulatedProgram {
    static final String TARGET = "com.acme.Target.run";

    private static final double RUN_SPREAD = 0.05;
    private static final double TAIL_SPREAD = 0.4;
    private static final double CALLS_SPREAD = 0.02;
    private static final double SLOW_TIER = 0.07;
    private static final int CALLS = 120;

    private final Random random;
    private final double[] centres;
    private final double[] spreads;
    /** Durations of the calls as factors; the last ones are preempted or wait for a garbage collection. */
    private final double[] factors;

    /**
     * Invents a program.
     *
     * @param methods methods beside the target
     * @param targetSpread spread of the target from run to run
     */
    SimulatedProgram(Random random, int methods, double targetSpread) {
        this.random = random;
        factors = random.doubles(CALLS, -0.3, 0.3).map(Math::exp).toArray();
        centres = random.doubles(methods + 1, Math.log(200), Math.log(200_000)).toArray();
        spreads = random.doubles(methods + 1, Math.log(0.03), Math.log(0.3))
                .map(Math::exp)
                .toArray();
        centres[0] = Math.log(20_000);
        spreads[0] = targetSpread;
    }

    /** Invents recordings in which the target takes a multiple of its time. */
    List<RecordingSample> record(int recordings, double slower) {
        List<RecordingSample> samples = new ArrayList<>();
        for (int i = 0; i < recordings; i++) {
            double run = random.nextGaussian() * RUN_SPREAD;
            List<MethodSample> methods = new ArrayList<>();
            for (int method = 0; method < centres.length; method++) {
                // The target computes: what slows memory down does not touch it.
                double common = method == 0 ? Math.log(slower) : run;
                double tier = random.nextDouble() < SLOW_TIER ? 0.7 + 2 * random.nextDouble() : 0;
                methods.add(method(
                        method == 0 ? TARGET : "com.acme.Other.m" + method,
                        Math.exp(centres[method] + common + random.nextGaussian() * spreads[method] + tier)));
            }
            // Some are root calls as well, which makes more rows that may alarm.
            samples.add(new RecordingSample(methods, methods.subList(1, 4), List.of(), MissingData.NONE));
        }
        return samples;
    }

    private MethodSample method(String name, double centre) {
        MethodBlocks blocks = new MethodBlocks(name);
        int calls = (int) Math.round(CALLS * Math.exp(random.nextGaussian() * CALLS_SPREAD));
        double tail = Math.exp(1 + random.nextGaussian() * TAIL_SPREAD);
        for (int i = 0; i < calls; i++) {
            long nanos = Math.round(centre * factors[i % CALLS] * (i < 3 ? tail : 1));
            blocks.add(nanos, nanos, false);
        }
        return blocks.sample();
    }
}
