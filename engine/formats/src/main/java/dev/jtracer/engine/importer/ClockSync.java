// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Offsets between the clocks of several traces. A sync is one event that two traces recorded: a pair of markers with
 * one id in two clock domains. Two domains without a chain of syncs between them stay unrelated; of several chains,
 * the one with the least error counts. The rules are those of catapult's clock sync manager.
 *
 * <p>A worked example, in nanoseconds. Trace A requests a sync at 1000 and receives the answer at 1400; trace B
 * receives the request at 9200. C and B share an exact sync:
 *
 * <pre>
 *   domain  sync  marker        middle  error
 *   A       s1    1000..1400      1200    200
 *   B       s1    9200            9200      0
 *   B       s2    9500            9500      0
 *   C       s2     500             500      0
 *
 *   edge A to B (s1): shift 9200 - 1200 = 8000, error 200
 *   edge C to B (s2): shift 9500 -  500 = 9000, error 0
 *   path C to A:      shift 9000 - 8000 = 1000, error 200
 * </pre>
 *
 * <p>The reference is A, the first domain by name. Times of B are shifted by -8000 and times of C by 1000: an event
 * at 700 on C's clock is shown at 1700, within 200 of its true time. A further sync between A and C with an error
 * below 200 would replace the path through B.
 */
final class ClockSync {
    /** The domain of Chrome's old traces, which do not name it. */
    static final String CHROME_LEGACY = "UNKNOWN_CHROME_LEGACY";

    /** The clocks that Chrome uses; {@link #CHROME_LEGACY} is one of them. */
    private static final List<String> CHROME_CLOCKS = List.of(
            "LINUX_CLOCK_MONOTONIC", "MAC_MACH_ABSOLUTE_TIME", "WIN_QPC", "WIN_ROLLOVER_PROTECTED_TIME_GET_TIME");

    /** More than a day, so that sums of errors neither overflow nor, worse, shrink. */
    private static final long MAX_ERROR_NANOS = 1L << 48;

    private static final Path START = new Path(0, 0);

    private final NavigableSet<String> domains = new TreeSet<>();
    private final SortedMap<String, List<Marker>> syncs = new TreeMap<>();

    /** Adds a domain, which need not have markers. */
    void addDomain(String domain) {
        domains.add(domain);
    }

    /**
     * Adds one half of a sync.
     *
     * @param startNanos earliest possible time of the event, on the clock of the domain
     * @param endNanos latest possible time; the error is half of the interval
     * @throws IllegalArgumentException if the sync is complete already, is one of the domain with itself, or ends
     *     before it starts
     */
    void addMarker(String domain, String syncId, long startNanos, long endNanos) {
        addDomain(domain);
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("clock sync '" + syncId + "' ends before it starts");
        }
        List<Marker> markers = syncs.computeIfAbsent(syncId, id -> new ArrayList<>(2));
        if (markers.size() == 2) {
            throw new IllegalArgumentException("clock sync '" + syncId + "' is complete; a third marker came");
        }
        if (markers.size() == 1 && markers.get(0).domain.equals(domain)) {
            throw new IllegalArgumentException(
                    "clock sync '" + syncId + "' would relate the clock '" + domain + "' to itself");
        }
        markers.add(new Marker(domain, startNanos, endNanos));
    }

    /** Returns the domain whose clock the merged trace uses: Chrome's old one if present, else the first by name. */
    @Nullable
    String reference() {
        if (domains.isEmpty()) {
            return null;
        }
        return domains.contains(CHROME_LEGACY) ? CHROME_LEGACY : domains.first();
    }

    /** Returns the nanoseconds to add to a domain's times to convert them to the target's clock; empty if unknown. */
    OptionalLong shift(String domain, String target) {
        Map<String, Path> paths = new TreeMap<>();
        paths.put(domain, START);
        NavigableSet<String> open = new TreeSet<>(List.of(domain));
        List<Edge> edges = edges();
        // Dijkstra's shortest paths. There are a handful of domains, so a scan of all edges is fast enough.
        while (!open.isEmpty()) {
            String nearest = Collections.min(
                    open, Comparator.comparingLong(candidate -> paths.getOrDefault(candidate, START).errorNanos));
            open.remove(nearest);
            Path path = paths.getOrDefault(nearest, START);
            if (nearest.equals(target)) {
                return OptionalLong.of(path.shiftNanos);
            }
            for (Edge edge : edges) {
                if (edge.from.equals(nearest)) {
                    Path longer = new Path(path.errorNanos + edge.errorNanos, path.shiftNanos + edge.shiftNanos);
                    Path known = paths.get(edge.to);
                    if (known == null || longer.errorNanos < known.errorNanos) {
                        paths.put(edge.to, longer);
                        open.add(edge.to);
                    }
                }
            }
        }
        return OptionalLong.empty();
    }

    private List<Edge> edges() {
        List<Edge> edges = new ArrayList<>();
        syncs.values().stream()
                .filter(markers -> markers.size() == 2)
                .forEach(markers -> addEdges(edges, markers.get(0), markers.get(1)));
        if (domains.contains(CHROME_LEGACY)) {
            Marker legacy = new Marker(CHROME_LEGACY, 0, 0);
            CHROME_CLOCKS.stream()
                    .filter(domains::contains)
                    .findFirst()
                    .ifPresent(clock -> addEdges(edges, legacy, new Marker(clock, 0, 0)));
        }
        return edges;
    }

    private static void addEdges(List<Edge> edges, Marker one, Marker other) {
        long error = one.errorNanos() + other.errorNanos();
        long shift = other.middleNanos() - one.middleNanos();
        edges.add(new Edge(one.domain, other.domain, error, shift));
        edges.add(new Edge(other.domain, one.domain, error, -shift));
    }

    private record Marker(String domain, long startNanos, long endNanos) {
        long middleNanos() {
            return startNanos + (endNanos - startNanos) / 2;
        }

        long errorNanos() {
            long length = endNanos - startNanos;
            return length < 0 || length > MAX_ERROR_NANOS ? MAX_ERROR_NANOS : length / 2;
        }
    }

    private record Edge(String from, String to, long errorNanos, long shiftNanos) {}

    private record Path(long errorNanos, long shiftNanos) {}
}
