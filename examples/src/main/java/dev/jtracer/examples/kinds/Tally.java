// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.kinds;

/** Generic, so that each implementation gets a bridge method. */
interface Tally<T> {
    int count(T value);
}
