// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import org.jspecify.annotations.Nullable;

/** The id {@code TYPE/ID} of an object whose snapshot is part of another object's snapshot. */
record ImplicitId(String type, String id) {
    /** Parses a member {@code id}; returns null if it is not of this form. */
    static @Nullable ImplicitId of(@Nullable Object member) {
        if (!(member instanceof String text)) {
            return null;
        }
        int slash = text.lastIndexOf('/');
        return slash <= 0 || slash == text.length() - 1
                ? null
                : new ImplicitId(text.substring(0, slash), text.substring(slash + 1));
    }
}
