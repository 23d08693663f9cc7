// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The windows of a recording that are retained: disjoint, in the order of time, and limited in number. */
public final class RetainedWindows {
    /** Limit of windows: each becomes a file, and more than these nobody opens one by one. */
    static final int MOST = 32;

    private final List<RetainedWindow> windows = new ArrayList<>();

    /**
     * Adds a window, merged with those that it overlaps. If there are too many then, the one whose longest call is
     * the shortest is dropped. Returns how many slow calls were dropped.
     */
    public long add(RetainedWindow added) {
        RetainedWindow merged = added;
        List<RetainedWindow> apart = new ArrayList<>();
        for (RetainedWindow window : windows) {
            if (window.overlaps(merged.fromNanos(), merged.toNanos())) {
                merged = window.and(merged);
            } else {
                apart.add(window);
            }
        }
        // Windows are disjoint, so a merge cannot reach one that was found apart before: it grows over neighbours.
        apart.add(merged);
        apart.sort(Comparator.comparingLong(RetainedWindow::fromNanos));
        windows.clear();
        windows.addAll(apart);
        return windows.size() > MOST ? dropLeast() : 0;
    }

    /** Removes the window whose longest call is the shortest. Returns the number of its slow calls. */
    public long dropLeast() {
        RetainedWindow least = windows.stream()
                .min(Comparator.comparingLong(RetainedWindow::longestNanos))
                .orElseThrow();
        windows.remove(least);
        return least.calls();
    }

    public boolean overlap(long firstNanos, long lastNanos) {
        for (RetainedWindow window : windows) {
            if (window.overlaps(firstNanos, lastNanos)) {
                return true;
            }
        }
        return false;
    }

    public boolean isEmpty() {
        return windows.isEmpty();
    }

    /** Returns the windows now, in the order of time. */
    public List<RetainedWindow> list() {
        return List.copyOf(windows);
    }
}
