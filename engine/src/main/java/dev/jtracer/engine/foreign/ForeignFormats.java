// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The registry of the foreign formats that the engine recognises. */
public final class ForeignFormats {
    private static final List<ForeignRules> RULES =
            List.of(new ForeignBinaries(), new ForeignTexts(), new ForeignJson());

    private ForeignFormats() {}

    /**
     * Returns the foreign format of data; null if no rule fits.
     *
     * @param head the first bytes
     * @param text the first bytes as text, without a byte order mark and leading white space
     */
    public static @Nullable ForeignFormat find(byte[] head, String text) {
        for (ForeignRules rules : RULES) {
            ForeignFormat format = rules.find(head, text);
            if (format != null) {
                return format;
            }
        }
        return null;
    }
}
