// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

/** A kind of slice with a meaning of its own. An extension point, found by {@link java.util.ServiceLoader}. */
public interface SliceType {
    /** Returns which slices are of this kind. */
    TypeKey key();

    /** Makes a slice of this kind. */
    Slice create(SliceData data);
}
