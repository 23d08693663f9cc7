// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.collapsed;

import dev.jtracer.engine.text.PlainText;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/** The frames of threads, each with a unique number. */
final class ThreadFrames {
    private final Set<Long> taken = new HashSet<>();
    private long highest;

    /** Creates the frames of threads, up to the given number. */
    ThreadFrames(OptionalLong highest) {
        this.highest = highest.orElse(0);
    }

    /** Returns the frame of the next thread. */
    String next(String name, long tid) {
        long number = tid;
        if (!taken.add(number)) {
            number = ++highest;
        }
        return PlainText.of("[" + name + " tid=" + number + "]", ';');
    }

    /** Returns the frame of a method. */
    static String spell(String name) {
        return name.isEmpty() ? "(unnamed)" : PlainText.of(name, ';');
    }
}
