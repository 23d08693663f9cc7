// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.foreign;

import org.jspecify.annotations.Nullable;

/** Rules by which some foreign formats are recognised. */
interface ForeignRules {
    /**
     * Returns the format of data; null if no rule fits.
     *
     * @param head the first bytes
     * @param text the first bytes as text, without a byte order mark and leading white space
     */
    @Nullable
    ForeignFormat find(byte[] head, String text);
}
