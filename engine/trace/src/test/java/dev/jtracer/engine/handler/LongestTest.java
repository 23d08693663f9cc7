// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongestTest {
    /** An element; a track's are in the order of {@code number}. */
    private record Element(int track, int number, long nanos, long startNanos) {}

    @Test
    void equalElements_areChosenTheSame_howeverTheirTracksTakeTurns() {
        long seed = System.nanoTime();
        for (int i = 0; i < 200; i++) {
            Random random = new Random(seed + i);
            List<List<Element>> tracks = new ArrayList<>();
            for (int track = 0; track < 4; track++) {
                List<Element> elements = new ArrayList<>();
                for (int number = 0; number < 20; number++) {
                    elements.add(new Element(track, number, random.nextInt(3), random.nextInt(3)));
                }
                tracks.add(elements);
            }

            assertThat(longest(tracks, random)).as("seed %d, case %d", seed, i).isEqualTo(longest(tracks, random));
        }
    }

    private static List<Element> longest(List<List<Element>> tracks, Random random) {
        List<Deque<Element>> left = new ArrayList<>();
        tracks.forEach(elements -> left.add(new ArrayDeque<>(elements)));
        Longest<Element> longest = new Longest<>(10);
        while (!left.isEmpty()) {
            Deque<Element> track = left.get(random.nextInt(left.size()));
            Element next = track.remove();
            if (longest.takes(next.nanos, next.startNanos, next.track)) {
                longest.add(next.nanos, next.startNanos, next.track, next);
            }
            left.removeIf(Deque::isEmpty);
        }
        return longest.sorted();
    }
}
