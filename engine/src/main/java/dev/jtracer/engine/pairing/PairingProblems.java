// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.pairing;

/** The counters behind {@link PairingCounts}. */
final class PairingProblems implements PairingCounts {
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

    @Override
    public long unmatchedBegins() {
        return unmatchedBegins;
    }

    @Override
    public long unmatchedEnds() {
        return unmatchedEnds;
    }

    @Override
    public long mismatchedNames() {
        return mismatchedNames;
    }

    @Override
    public long overlaps() {
        return overlaps;
    }

    @Override
    public long outOfOrder() {
        return outOfOrder;
    }

    @Override
    public long negativeDurations() {
        return negativeDurations;
    }

    @Override
    public long tooManyOpen() {
        return tooManyOpen;
    }

    @Override
    public long startedTwice() {
        return startedTwice;
    }

    @Override
    public long unmatchedSteps() {
        return unmatchedSteps;
    }

    @Override
    public long mixedSteps() {
        return mixedSteps;
    }

    @Override
    public long looselyNested() {
        return looselyNested;
    }
}
