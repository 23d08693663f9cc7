// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.List;

/**
 * The result of a {@link Comparison}.
 *
 * @param recordingsBefore number of recordings before
 * @param recordingsAfter number of recordings after
 * @param missingBefore what the recordings before lack
 * @param missingAfter what the recordings after lack
 * @param methods methods of both sides: those that have changed first, of these and of the others those whose own time in a
 *     recording differs most
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
        List<MethodComparison> methods,
        List<MethodComparison> newMethods,
        List<MethodComparison> vanishedMethods,
        List<CallbackSample> newCallbacks,
        List<CallbackSample> vanishedCallbacks) {
    public Differences {
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

    /** Number of methods that were judged. */
    public long judged() {
        return methods.stream().filter(MethodComparison::judged).count();
    }

    /** Returns the methods with a measure that is worse by more than a factor, for example 1.1. */
    public List<MethodComparison> worseThan(double factor) {
        return methods.stream()
                .filter(method -> method.changes().stream().anyMatch(change -> change.factor() > factor))
                .toList();
    }
}
