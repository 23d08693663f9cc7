// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** One method of each kind in Java, and their callers. */
final class KindsOfMethods {
    private final List<String> log = new ArrayList<>();
    private String name = "";

    static String run() {
        KindsOfMethods kinds = new KindsOfMethods();
        kinds.instance(1, 2L, 3.0, "four");
        kinds.setName("accessor");
        kinds.log(kinds.getName());
        kinds.log(Shape.unit().describe());
        kinds.log(new Point(3, 4).toString() + new Point(3, 4).length());
        kinds.log(Planet.EARTH.next().name());
        kinds.log(kinds.guarded());
        kinds.log("" + recursive(3));
        kinds.log(lambda("x").get());
        kinds.log("" + varargs(1, 2, 3));
        kinds.log("" + new Sorted().apply("bridge"));
        kinds.log("" + switching(2) + switching(7));
        return String.join(" ", kinds.log);
    }

    private void instance(int i, long l, double d, String s) {
        log(i + l + d + s);
    }

    private void log(String line) {
        log.add(line);
    }

    String getName() {
        return name;
    }

    void setName(String name) {
        this.name = name;
    }

    synchronized String guarded() {
        synchronized (log) {
            return "guarded" + log.size();
        }
    }

    static int recursive(int n) {
        return n == 0 ? 0 : n + recursive(n - 1);
    }

    static Supplier<String> lambda(String text) {
        return () -> text.concat("!");
    }

    static int varargs(int... numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static long switching(int n) {
        return switch (n) {
            case 2 -> 20L;
            case 3 -> 30L;
            default -> -1L;
        };
    }

    interface Shape {
        double area();

        static Shape unit() {
            return new Shape() {
                @Override
                public double area() {
                    return Math.abs(-1.0);
                }
            };
        }

        default String describe() {
            return round() + "m2";
        }

        private long round() {
            return Math.round(area());
        }
    }

    record Point(int x, int y) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("x");
            }
        }

        double length() {
            return Math.sqrt(x * x + y * y);
        }
    }

    enum Planet {
        EARTH,
        MARS;

        Planet next() {
            return this == EARTH ? MARS : EARTH;
        }
    }

    static final class Sorted implements Function<String, Integer> {
        @Override
        public Integer apply(String text) {
            return text.length() * 2;
        }
    }
}
