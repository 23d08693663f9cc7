// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.kinds;

/** Has {@code count(String)} and, made by javac, the bridge {@code count(Object)}. */
final class Words implements Tally<String> {
    @Override
    public int count(String value) {
        return value.split(" ").length;
    }
}
