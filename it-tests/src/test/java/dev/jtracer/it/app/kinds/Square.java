// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.kinds;

/** A record with a compact constructor and two methods of its own. */
record Square(int side) implements Shape {
    Square {
        if (side < 1) {
            throw new IllegalArgumentException("side '" + side + "' is too small");
        }
    }

    @Override
    public int area() {
        return side * side;
    }

    Square scaled(int factor) {
        return new Square(side * factor);
    }
}
