// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.kinds;

/** An interface with an abstract, a default, a private and a static method. */
interface Shape {
    int area();

    default String describe() {
        return "area " + area() + ", " + size();
    }

    private String size() {
        return area() > 4 ? "large" : "small";
    }

    static Shape unit() {
        return new Square(1);
    }
}
