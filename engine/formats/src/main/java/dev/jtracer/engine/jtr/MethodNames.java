// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

/** The names of methods for a recording, by ids from 1 on. Names are added meanwhile, and none changes. */
public interface MethodNames {
    /** Returns the largest id that has a name, plus one. */
    int size();

    /** Returns the name of an id as the recording contains it. */
    String name(int id);

    /** Takes note that all current names are about to be written. */
    default void writing() {}

    /** Takes note that the names of the last {@link #writing} are written. */
    default void written() {}
}
