// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.kinds;

/** Generic, so that each implementation gets a bridge method. */
interface Tally<T> {
    int count(T value);
}
