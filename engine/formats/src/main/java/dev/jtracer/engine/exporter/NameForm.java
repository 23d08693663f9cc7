// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter;

/** Forms in which a file for viewers has the names of methods. */
public enum NameForm {
    /** {@code com.acme.Shop.sell}. */
    FULL,
    /** {@code Shop.sell}, unless two methods share this name; the package is beside it if the format has a field. */
    SHORT
}
