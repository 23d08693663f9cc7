// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A format that is recognised but not read.
 *
 * @param name what the data are, for example {@code a CPU profile of V8}
 * @param nextStep what to do with them
 */
public record ForeignFormat(String name, String nextStep) {
    private static final List<ForeignRules> ALL = List.of(new ForeignBinaries(), new ForeignTexts(), new ForeignJson());

    /** Returns the foreign format of data; null if it is none of those known here. */
    public static @Nullable ForeignFormat of(byte[] head, String text) {
        for (ForeignRules rules : ALL) {
            ForeignFormat format = rules.find(head, text);
            if (format != null) {
                return format;
            }
        }
        return null;
    }

    /** Returns one sentence for the user. */
    public String message() {
        return "this is " + name + ", which cannot be imported; " + nextStep;
    }
}
