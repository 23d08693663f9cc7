// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import org.jspecify.annotations.Nullable;

/** One callback handed to one call. All but {@link #ran} never changes, so the thread that runs the callback sees it whole. */
final class Passing {
    /** Number in the process, from 1; at most 2^40 - 1. */
    final long number;

    /** Number of the first passing, where the call that was given the callback handed it on; its own otherwise. */
    final long firstNumber;

    /** Id of the name under which the callback's runs are recorded. */
    final int nameId;

    /** Whether a run may belong to an earlier passing instead, which had not led to a run when this one came. */
    final boolean ambiguous;

    /** The first passing of the same callback: stands for the callback where that itself must not be kept alive. */
    final Passing root;

    /** Whether a run was recorded. Set without synchronisation: a late sight of it makes a run look ambiguous at worst. */
    boolean ran;

    Passing(long number, int nameId, @Nullable Passing last, @Nullable Passing enclosing) {
        this.number = number;
        this.nameId = nameId;
        this.firstNumber = enclosing == null ? number : enclosing.firstNumber;
        this.ambiguous = enclosing == null ? last != null && !last.ran : enclosing.ambiguous;
        this.root = last == null ? this : last.root;
    }

    boolean isHop() {
        return firstNumber != number;
    }
}
