// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of a {@link Comparison}.
 *
 * @param recordingsBefore number of recordings before
 * @param recordingsAfter number of recordings after
 * @param missingBefore what the recordings before lack
 * @param missingAfter what the recordings after lack
 * @param rootCalls root calls of both sides by their methods or callbacks, ordered as {@code methods}; a self time is
 *     their duration
 * @param methods methods of both sides: those that have changed first, of these and of the others those whose own
 *     time in a recording differs most
 * @param newMethods methods that no recording before has and every one after
 * @param vanishedMethods methods that every recording before has and none after
 * @param newCallbacks callbacks that no recording before has and every one after, counted over all recordings
 * @param vanishedCallbacks callbacks that every recording before has and none after, counted over all recordings
 */
public record Differences(
        int recordingsBefore,
        int recordingsAfter,
        MissingData missingBefore,
        MissingData missingAfter,
        List<MethodComparison> rootCalls,
        List<MethodComparison> methods,
        List<MethodComparison> newMethods,
        List<MethodComparison> vanishedMethods,
        List<CallbackSample> newCallbacks,
        List<CallbackSample> vanishedCallbacks) {
    /** Share of the time from which on a method that is new or has vanished is a difference: one of a hundred. */
    private static final double SMALLEST_SHARE = 0.01;

    public Differences {
        rootCalls = List.copyOf(rootCalls);
        methods = List.copyOf(methods);
        newMethods = List.copyOf(newMethods);
        vanishedMethods = List.copyOf(vanishedMethods);
        newCallbacks = List.copyOf(newCallbacks);
        vanishedCallbacks = List.copyOf(vanishedCallbacks);
    }

    /** Whether there is one recording a side, whose own spread is all that is known of the noise. */
    public boolean withinOneRecording() {
        return recordingsBefore == 1 && recordingsAfter == 1;
    }

    /** Returns the methods that have changed beyond noise. */
    public List<MethodComparison> changed() {
        return methods.stream().filter(MethodComparison::changed).toList();
    }

    /** Returns the root calls that have changed beyond noise. */
    public List<MethodComparison> changedRootCalls() {
        return rootCalls.stream().filter(MethodComparison::changed).toList();
    }

    /** Whether methods or root calls changed beyond noise, or methods with a share of the time are new or gone. */
    public boolean isDifferent() {
        return !changed().isEmpty()
                || !changedRootCalls().isEmpty()
                || newest().isPresent()
                || vanished().isPresent();
    }

    /** Returns the new method that takes most of the time; empty if none takes a share worth naming. */
    Optional<MethodComparison> newest() {
        return newMethods.stream().findFirst().filter(method -> method.after().share() >= SMALLEST_SHARE);
    }

    /** Returns the vanished method that took most of the time; empty if none took a share worth naming. */
    Optional<MethodComparison> vanished() {
        return vanishedMethods.stream()
                .findFirst()
                .filter(method -> method.before().share() >= SMALLEST_SHARE);
    }

    /** Number of methods that were judged. */
    public long judged() {
        return methods.stream().filter(MethodComparison::judged).count();
    }

    /**
     * Returns the methods, and then the root calls, with a measure that is worse by more than a factor, for example
     * 1.1, then new methods that take more than that part of the time.
     */
    public List<MethodComparison> worseThan(double factor) {
        return Stream.concat(
                        Stream.concat(methods.stream(), rootCalls.stream()).filter(method -> method.changes().stream()
                                .anyMatch(change -> change.factor() > factor)),
                        newMethods.stream().filter(method -> method.after().share() > factor - 1))
                .toList();
    }
}
