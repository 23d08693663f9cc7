// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import dev.jtracer.engine.event.Saturated;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The passes and runs of callbacks, a row per name and pass site, ordered by average total time, longest first, then
 * by first event, latest first. Immutable.
 *
 * @param rows one per name and site; {@code Class.method[k]} is argument k of the method,
 *     {@code Class$$lambda@Creator:line} a callback that ran without having been passed
 * @param runsWithoutPass runs that name a pass which is not in the trace, for example one from before the recording
 * @param duplicates passes that repeat the number of another pass; ignored
 * @param dropped pending passes that were evicted because too many later ones waited
 */
public record Callbacks(List<Row> rows, long runsWithoutPass, long duplicates, long dropped) {
    public static final Callbacks EMPTY = new Callbacks(List.of(), 0, 0, 0);

    public Callbacks {
        rows = List.copyOf(rows);
    }

    /** Returns the totals of a recording that lost records: a pass without a run may have run. */
    public Callbacks withLosses() {
        return new Callbacks(rows.stream().map(Row::withLosses).toList(), runsWithoutPass, duplicates, dropped);
    }

    /** Returns the totals of each callback over all its sites, in the order of the rows. */
    public List<Row> byName() {
        Map<String, Row> byName = new LinkedHashMap<>();
        for (Row row : rows) {
            Row before = byName.get(row.name());
            byName.put(row.name(), before == null ? row : before.plus(row));
        }
        return List.copyOf(byName.values());
    }

    /**
     * Totals of one callback. If a call forwarded the callback to a further call, runs of the later pass count for
     * the earlier one too: they end its delay and its total. If a queue or other code kept the callback and passed
     * it on later, perhaps on another thread, they count for all its earlier passes.
     *
     * @param name name as in the trace
     * @param passes number of times it was passed to a call
     * @param forwards passes of a callback that had been passed before
     * @param pending passes that certainly have no run so far
     * @param runDelay from the begin of the call to the begin of the run, of each pass with a single run; where a
     *     callback runs repeatedly, such as a listener, an event causes each run, and the time since the pass is no
     *     wait
     * @param total from the begin of the call to the end of the last run, of each pass that certainly has a run
     * @param run finished runs
     * @param selfNanos time in finished runs outside of traced calls
     * @param threw finished runs that ended by an exception
     * @param unfinished runs without a known begin or end; in none of the other numbers
     * @param ambiguous finished runs that another pass may have caused
     * @param onAnotherThread finished runs on another thread than that of their pass
     * @param runDelays distribution of {@code runDelay}
     * @param runs distribution of {@code run}
     * @param site pass site, {@code Class.method:line}; empty if it is not known
     * @param repeated passes with more than one run
     * @param unclear passes that may have a run or not: an ambiguous run may be theirs, or they were dropped
     * @param nestedNanos the part of {@code run} in runs that have another run of the same row around them
     */
    public record Row(
            String name,
            long passes,
            long forwards,
            long pending,
            Durations runDelay,
            Durations total,
            Durations run,
            long selfNanos,
            long threw,
            long unfinished,
            long ambiguous,
            long onAnotherThread,
            Histogram runDelays,
            Histogram runs,
            String site,
            long repeated,
            long unclear,
            long nestedNanos) {
        /** Returns the time in finished runs, that of a recursion once. */
        public long outermostNanos() {
            return Math.max(0, run.totalNanos() - nestedNanos);
        }

        /** Returns the part of {@link #pending} that is stuck or still to come, so without functions not needed. */
        public long notRunYet() {
            return Fallbacks.include(name) ? 0 : pending;
        }

        /** Returns the part of {@link #pending} that will never run: functions for a case that did not arise. */
        public long notNeeded() {
            return pending - notRunYet();
        }

        private Row withLosses() {
            return new Row(
                    name,
                    passes,
                    forwards,
                    0,
                    runDelay,
                    total,
                    run,
                    selfNanos,
                    threw,
                    unfinished,
                    ambiguous,
                    onAnotherThread,
                    runDelays,
                    runs,
                    site,
                    repeated,
                    unclear + pending,
                    nestedNanos);
        }

        /** Returns the name behind its site: {@code Shop.order:12 -> Executor.execute[0]}; alone without a site. */
        public String label() {
            return PassSites.label(site, name);
        }

        /** Returns the sum of two totals of the same name. */
        public Row plus(Row other) {
            return new Row(
                    name,
                    passes + other.passes,
                    forwards + other.forwards,
                    pending + other.pending,
                    runDelay.plus(other.runDelay),
                    total.plus(other.total),
                    run.plus(other.run),
                    Saturated.sum(selfNanos, other.selfNanos),
                    threw + other.threw,
                    unfinished + other.unfinished,
                    ambiguous + other.ambiguous,
                    onAnotherThread + other.onAnotherThread,
                    runDelays.plus(other.runDelays),
                    runs.plus(other.runs),
                    site.equals(other.site) ? site : "",
                    repeated + other.repeated,
                    unclear + other.unclear,
                    Saturated.sum(nestedNanos, other.nestedNanos));
        }
    }
}
