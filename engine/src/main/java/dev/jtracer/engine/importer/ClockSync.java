// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How clocks relate, told by events that two of them have seen: a sync is a pair of markers with one id in two clock
 * domains. Domains that no chain of syncs connects stay unrelated; where several chains do, the one with the least error
 * counts. The rules are those of catapult's clock sync manager.
 */
final class ClockSync {
    /** The domain of Chrome's traces from before they named it. */
    static final String CHROME_LEGACY = "UNKNOWN_CHROME_LEGACY";

    /** The clocks that Chrome uses; {@link #CHROME_LEGACY} is one of them. */
    private static final List<String> CHROME_CLOCKS = List.of(
            "LINUX_CLOCK_MONOTONIC", "MAC_MACH_ABSOLUTE_TIME", "WIN_QPC", "WIN_ROLLOVER_PROTECTED_TIME_GET_TIME");

    /** More than a day, so that sums of errors neither overflow nor, worse, shrink. */
    private static final long MAX_ERROR_NANOS = 1L << 48;

    private final NavigableSet<String> domains = new TreeSet<>();
    private final SortedMap<String, List<Marker>> syncs = new TreeMap<>();

    /** A domain whose times are to be related, whether it has markers or not. */
    void addDomain(String domain) {
        domains.add(domain);
    }

    /**
     * Adds one half of a sync.
     *
     * @param startNanos the earliest time of the event, on the clock of the domain
     * @param endNanos the latest; half of the time between is the error
     * @throws IllegalArgumentException if the sync is complete already, is one of the domain with itself, or ends before it
     *     starts
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

    /** Returns the domain that others are brought to: Chrome's old one if it is there, else the first by name. */
    @Nullable
    String reference() {
        if (domains.isEmpty()) {
            return null;
        }
        return domains.contains(CHROME_LEGACY) ? CHROME_LEGACY : domains.first();
    }

    /** Nanoseconds to add to a domain's times to bring them to another domain's clock; empty if nothing relates them. */
    OptionalLong shift(String domain, String target) {
        Map<String, Path> paths = new TreeMap<>();
        paths.put(domain, new Path(0, 0));
        NavigableSet<String> open = new TreeSet<>(List.of(domain));
        List<Edge> edges = edges();
        // Dijkstra's shortest paths; there are a handful of domains, so looking at all edges each time is fine.
        while (!open.isEmpty()) {
            String nearest = takeNearest(open, paths);
            Path path = paths.getOrDefault(nearest, new Path(0, 0));
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

    private static String takeNearest(NavigableSet<String> open, Map<String, Path> paths) {
        String nearest = open.first();
        for (String domain : open) {
            if (error(paths, domain) < error(paths, nearest)) {
                nearest = domain;
            }
        }
        open.remove(nearest);
        return nearest;
    }

    private static long error(Map<String, Path> paths, String domain) {
        Path path = paths.get(domain);
        return path == null ? Long.MAX_VALUE : path.errorNanos;
    }

    /** Returns the ids of the syncs that have both their markers. */
    NavigableSet<String> completeSyncIds() {
        NavigableSet<String> complete = new TreeSet<>();
        syncs.forEach((id, markers) -> {
            if (markers.size() == 2) {
                complete.add(id);
            }
        });
        return complete;
    }

    private List<Edge> edges() {
        List<Edge> edges = new ArrayList<>();
        for (String id : completeSyncIds()) {
            List<Marker> markers = syncs.getOrDefault(id, List.of());
            addEdges(edges, markers.get(0), markers.get(1));
        }
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

    /** Returns the domains, and the markers of each sync. */
    @Override
    public String toString() {
        return "clocks " + domains + ", syncs " + syncs;
    }

    private record Marker(String domain, long startNanos, long endNanos) {
        long middleNanos() {
            return startNanos + (endNanos - startNanos) / 2;
        }

        long errorNanos() {
            long length = endNanos - startNanos;
            return length < 0 || length > MAX_ERROR_NANOS ? MAX_ERROR_NANOS : length / 2;
        }

        @Override
        public String toString() {
            return domain + " " + startNanos + ".." + endNanos;
        }
    }

    private record Edge(String from, String to, long errorNanos, long shiftNanos) {}

    private record Path(long errorNanos, long shiftNanos) {}
}
