// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

/** Counts as text with their noun: {@code 1 call}, {@code 4,711 calls}. */
public final class CountText {
    private CountText() {}

    /** Returns a count with its noun, in the plural unless it is one. */
    public static String of(long count, String noun) {
        return DecimalText.grouped(count) + " " + noun + (count == 1 ? "" : "s");
    }
}
