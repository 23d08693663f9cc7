// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** The counters behind {@link PairingCounts}, which the parts of a pairing share. */
final class PairingProblems {
    long unmatchedBegins;
    long unmatchedEnds;
    long mismatchedNames;
    long overlaps;
    long outOfOrder;
    long negativeDurations;
    long tooManyOpen;
    long startedTwice;
    long unmatchedSteps;
    long mixedSteps;
    long looselyNested;

    PairingCounts counts() {
        return new PairingCounts(
                unmatchedBegins,
                unmatchedEnds,
                mismatchedNames,
                overlaps,
                outOfOrder,
                negativeDurations,
                tooManyOpen,
                startedTwice,
                unmatchedSteps,
                mixedSteps,
                looselyNested);
    }
}
