// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

/** A kind of slice with its own class. An extension point, found by {@link java.util.ServiceLoader}. */
public interface SliceType {
    /** Returns the key that selects slices of this kind. */
    TypeKey key();

    /** Creates a slice of this kind. */
    Slice create(SliceData data);
}
