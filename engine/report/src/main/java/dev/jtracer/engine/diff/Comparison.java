// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of recordings of a program before and after a change. A method has changed if its self times differ
 * more than those of one side's recordings do among themselves; with one recording a side, more than blocks of calls
 * within it do. So have root calls by their durations: a slower helper that many methods share shows there.
 */
public final class Comparison {
    /** Methods with a smaller share of all own time, on both sides, are shown and not judged. */
    private static final double SMALLEST_SHARE = 0.001;

    private final Table methods;
    private final Table rootCalls;
    private final boolean withinOne;

    /** A name of a table. */
    private record Row(Table table, String name) {}

    private Comparison(List<RecordingSample> before, List<RecordingSample> after) {
        this.methods = new Table(before, after, RecordingSample::methods);
        this.rootCalls = new Table(before, after, RecordingSample::rootCalls);
        this.withinOne = before.size() == 1 && after.size() == 1;
    }

    /**
     * Compares recordings; in any order, at least one a side.
     *
     * @throws IllegalArgumentException if a side has no recording
     */
    public static Differences of(List<RecordingSample> before, List<RecordingSample> after) {
        if (before.isEmpty() || after.isEmpty()) {
            throw new IllegalArgumentException("a side has no recording; name at least one before and one after");
        }
        return new Comparison(before, after).compare();
    }

    private Differences compare() {
        Map<Measure, Map<Row, Shift>> shifts = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            Map<Row, Shift> ofMeasure = new LinkedHashMap<>();
            methods.addShifts(measure, withinOne, ofMeasure);
            rootCalls.addShifts(measure, withinOne, ofMeasure);
            shifts.put(measure, ofMeasure);
        }
        Map<Row, List<Change>> changes = new HashMap<>();
        shifts.forEach((measure, byRow) -> addChanges(measure, byRow, changes));
        Map<Row, Shift> usual = shifts.getOrDefault(Measure.USUAL, Map.of());
        Side before = methods.before;
        Side after = methods.after;
        return new Differences(
                before.count(),
                after.count(),
                before.missing,
                after.missing,
                rootCalls.compared(usual, changes, Presence.BOTH),
                methods.compared(usual, changes, Presence.BOTH),
                methods.compared(usual, changes, Presence.NEW),
                methods.compared(usual, changes, Presence.VANISHED),
                after.callbacksMissingIn(before),
                before.callbacksMissingIn(after));
    }

    /** Adds what remains when the probability of any false alarm in all tables is bounded, by Holm's method. */
    private static void addChanges(Measure measure, Map<Row, Shift> shifts, Map<Row, List<Change>> changes) {
        List<Map.Entry<Row, Shift>> likeliestLast = new ArrayList<>(shifts.entrySet());
        likeliestLast.sort(Comparator.comparingDouble(entry -> entry.getValue().probability()));
        double adjusted = 0;
        for (int i = 0; i < likeliestLast.size(); i++) {
            Shift shift = likeliestLast.get(i).getValue();
            adjusted = Math.max(adjusted, shift.probability() * (likeliestLast.size() - i));
            if (adjusted >= measure.alarm()) {
                return;
            }
            Row row = likeliestLast.get(i).getKey();
            double factor =
                    measure == Measure.CALLS ? row.table().callsFactor(row.name(), shift) : Math.exp(shift.log());
            changes.computeIfAbsent(row, first -> new ArrayList<>()).add(new Change(measure, factor, adjusted));
        }
    }

    private enum Presence {
        BOTH,
        /** In no recording before, and in every one after. */
        NEW,
        /** In every recording before, and in none after. */
        VANISHED
    }

    /** The methods of both sides, or their root calls. */
    private static final class Table {
        private final Side before;
        private final Side after;
        private final Set<String> names;

        Table(
                List<RecordingSample> before,
                List<RecordingSample> after,
                Function<RecordingSample, List<MethodSample>> samples) {
            this.before = new Side(before, samples);
            this.after = new Side(after, samples);
            this.names = new TreeSet<>(this.before.methods.keySet());
            names.addAll(this.after.methods.keySet());
            // A method that one side has in part is not compared.
            names.removeAll(this.before.missing.droppedMethods());
            names.removeAll(this.after.missing.droppedMethods());
        }

        void addShifts(Measure measure, boolean withinOne, Map<Row, Shift> shifts) {
            for (String name : names) {
                if (!material(name) || withinOne && measure == Measure.CALLS) {
                    continue;
                }
                double[] valuesBefore = before.values(name, measure, withinOne);
                double[] valuesAfter = after.values(name, measure, withinOne);
                int values = valuesBefore.length + valuesAfter.length;
                if (valuesBefore.length > 0 && valuesAfter.length > 0 && values > 2) {
                    shifts.put(
                            new Row(this, name),
                            withinOne
                                    ? TwoGroups.ofSingles(valuesBefore, valuesAfter)
                                    : TwoGroups.ofCentres(valuesBefore, valuesAfter));
                }
            }
        }

        /** Returns usual calls after by usual calls before; if those are none, each with one more. */
        double callsFactor(String name, Shift shift) {
            double usual = TwoGroups.median(before.calls(name));
            return usual > 0 ? TwoGroups.median(after.calls(name)) / usual : Math.exp(shift.log());
        }

        private boolean material(String name) {
            return before.share(name) >= SMALLEST_SHARE || after.share(name) >= SMALLEST_SHARE;
        }

        /** Returns those that are present so; what changed most first. */
        List<MethodComparison> compared(Map<Row, Shift> usual, Map<Row, List<Change>> changes, Presence presence) {
            return names.stream()
                    .filter(name -> presence(name) == presence)
                    .map(name -> method(name, usual, changes))
                    .sorted(Comparator.comparing(MethodComparison::changed)
                            .thenComparing(method -> Math.abs(method.selfDifferenceNanos()))
                            .reversed())
                    .toList();
        }

        private Presence presence(String name) {
            if (before.isIn(name) == 0 && after.isInAll(name)) {
                return Presence.NEW;
            }
            return after.isIn(name) == 0 && before.isInAll(name) ? Presence.VANISHED : Presence.BOTH;
        }

        private MethodComparison method(String name, Map<Row, Shift> usual, Map<Row, List<Change>> changes) {
            Row row = new Row(this, name);
            Shift shift = usual.get(row);
            return new MethodComparison(
                    name,
                    before.side(name),
                    after.side(name),
                    shift != null,
                    shift == null ? Double.NaN : Math.exp(shift.log()),
                    shift == null ? Double.NaN : Math.exp(shift.detectable(Measure.USUAL.alarm() / usual.size())),
                    changes.getOrDefault(row, List.of()));
        }
    }

    /** The recordings of one side. */
    private static final class Side {
        private final List<RecordingSample> recordings;
        /** For each method its sample of each recording; null where it was not called. */
        private final Map<String, @Nullable MethodSample[]> methods = new HashMap<>();

        private final MissingData missing;
        private final double selfNanos;

        Side(List<RecordingSample> recordings, Function<RecordingSample, List<MethodSample>> samples) {
            this.recordings = List.copyOf(recordings);
            this.missing = recordings.stream().map(RecordingSample::missing).reduce(MissingData.NONE, MissingData::and);
            double self = 0;
            for (int i = 0; i < recordings.size(); i++) {
                for (MethodSample method : samples.apply(recordings.get(i))) {
                    methods.computeIfAbsent(method.name(), name -> new MethodSample[recordings.size()])[i] = method;
                    self += method.own().totalNanos();
                }
            }
            selfNanos = self;
        }

        int count() {
            return recordings.size();
        }

        private List<MethodSample> samples(String name) {
            return Arrays.stream(ofEachRecording(name)).filter(Objects::nonNull).toList();
        }

        private @Nullable MethodSample[] ofEachRecording(String name) {
            return methods.getOrDefault(name, new MethodSample[count()]);
        }

        int isIn(String name) {
            return samples(name).size();
        }

        boolean isInAll(String name) {
            return isIn(name) == count();
        }

        double share(String name) {
            double own = 0;
            for (MethodSample sample : samples(name)) {
                own += sample.own().totalNanos();
            }
            return selfNanos == 0 ? 0 : own / selfNanos;
        }

        /** Returns the values to compare, as logarithms: one of each recording, or of each block. */
        double[] values(String name, Measure measure, boolean blocks) {
            if (measure == Measure.CALLS) {
                return Arrays.stream(calls(name)).map(Math::log1p).toArray();
            }
            return samples(name).stream()
                    .flatMap(sample -> blocks ? sample.blocks().stream() : List.of(sample.own()).stream())
                    .filter(times -> times.has(measure))
                    .mapToDouble(times -> times.log(measure))
                    .toArray();
        }

        /** Returns the calls in each recording. */
        double[] calls(String name) {
            return Arrays.stream(ofEachRecording(name))
                    .mapToDouble(sample -> sample == null ? 0 : (double) sample.calls())
                    .toArray();
        }

        MethodSide side(String name) {
            List<MethodSample> samples = samples(name);
            if (samples.isEmpty()) {
                return MethodSide.NONE;
            }
            double calls = 0;
            double total = 0;
            double self = 0;
            double p50 = 0;
            double p99 = 0;
            for (MethodSample sample : samples) {
                calls += sample.calls();
                p50 += sample.percentile(50);
                p99 += sample.percentile(99);
                total += sample.totalNanos();
                self += sample.own().totalNanos();
            }
            return new MethodSide(
                    samples.size(),
                    calls / count(),
                    total / count(),
                    self / count(),
                    share(name),
                    p50 / samples.size(),
                    p99 / samples.size());
        }

        /**
         * Returns the callbacks that all recordings here have and none there. A pass site that differs in its line
         * alone is taken for one that has moved, for as many sites as the method has on the other side.
         */
        List<CallbackSample> callbacksMissingIn(Side other) {
            Map<String, CallbackSample> sums = new LinkedHashMap<>();
            Map<String, Integer> recordingsWith = new HashMap<>();
            for (RecordingSample recording : recordings) {
                for (CallbackSample callback : recording.callbacks()) {
                    sums.merge(callback.label(), callback, CallbackSample::plus);
                    recordingsWith.merge(callback.label(), 1, Integer::sum);
                }
            }
            Map<String, CallbackSample> onlyThere = new HashMap<>();
            for (RecordingSample recording : other.recordings) {
                recording.callbacks().forEach(callback -> onlyThere.put(callback.label(), callback));
            }
            List<String> both =
                    sums.keySet().stream().filter(onlyThere::containsKey).toList();
            sums.keySet().removeAll(both);
            onlyThere.keySet().removeAll(both);
            Map<String, Integer> moved = new HashMap<>();
            onlyThere.values().forEach(callback -> moved.merge(callback.labelWithoutLine(), 1, Integer::sum));
            return sums.values().stream()
                    .filter(callback -> moved.merge(callback.labelWithoutLine(), -1, Integer::sum) < 0)
                    .filter(callback -> recordingsWith.getOrDefault(callback.label(), 0) == count())
                    .sorted(Comparator.comparingLong(CallbackSample::passes)
                            .reversed()
                            .thenComparing(CallbackSample::label))
                    .toList();
        }
    }
}
