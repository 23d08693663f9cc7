// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Calls with values of every kind. Any use of an application's object by the tracer is printed. */
public final class Values {
    private Values() {}

    public static void main(String[] args) {
        Kinds kinds = new Kinds();
        kinds.numbers(true, (byte) 1, (short) 2, 'c', 3, 4L, 5.5f, 6.5);
        kinds.boxes(1, 2L, 'x', null);
        kinds.texts("a \"quoted\" ; \u00fc\n", "y".repeat(199) + "\ud83d\ude00" + "z".repeat(50_000));
        kinds.constant(Thread.State.NEW);
        kinds.lengths(new int[3], new String[2][5], new char[] {'s', 'e', 'c'});
        kinds.collections(
                new ArrayList<>(List.of(1, 2)),
                new HashMap<>(Map.of("secret key", 1)),
                List.of(1, 2, 3),
                Collections.unmodifiableList(new Watched()));
        kinds.objects(new Watched(), new Money(5), new Broken(), new Endless(kinds));
        kinds.subclasses(Flavour.SWEET, new Fraction(1, 2), new TreeSet<>(List.of("a")), viewOfTree());
        kinds.login("me", "hunter2");
        kinds.setToken("hunter2");
        kinds.notNamed("hunter2");
        Kinds.ofClass(1L, "last");
        try {
            kinds.fails(7);
        } catch (IllegalStateException expected) {
            System.out.println("failed");
        }
    }

    /**
     * Returns an object of the JDK's class whose {@code size} compares elements, after the elements were compared.
     */
    private static Set<String> viewOfTree() {
        TreeSet<String> all = new TreeSet<>(new Comparator<String>() {
            @Override
            public int compare(String left, String right) {
                System.out.println("compare " + left + " with " + right);
                return left.compareTo(right);
            }
        });
        all.addAll(List.of("a", "b", "c"));
        Set<String> view = all.headSet("c");
        System.out.println("view of " + all.size());
        return view;
    }

    /** A constant with behaviour of its own. */
    enum Flavour {
        SWEET {
            @Override
            public String toString() {
                System.out.println("toString of SWEET");
                return "sugar";
            }
        }
    }

    /** A number of the application's own. */
    static final class Fraction extends Number {
        private static final long serialVersionUID = 1;

        private final int numerator;
        private final int denominator;

        Fraction(int numerator, int denominator) {
            this.numerator = numerator;
            this.denominator = denominator;
        }

        @Override
        public int intValue() {
            System.out.println("intValue of Fraction");
            return numerator / denominator;
        }

        @Override
        public long longValue() {
            return intValue();
        }

        @Override
        public float floatValue() {
            return intValue();
        }

        @Override
        public double doubleValue() {
            return intValue();
        }

        @Override
        public String toString() {
            System.out.println("toString of Fraction");
            return numerator + "/" + denominator;
        }
    }

    /** The methods that a test names. */
    public static final class Kinds {
        int calls;

        double numbers(boolean z, byte b, short s, char c, int i, long j, float f, double d) {
            calls++;
            return z ? b + s + c + i + j + f + d : 0;
        }

        Long boxes(Integer number, Long big, Character letter, Object nothing) {
            calls++;
            return nothing == null && letter == 'x' ? number + big : null;
        }

        String texts(String shortText, String longText) {
            calls++;
            return longText.substring(0, 10).concat(shortText);
        }

        Thread.State constant(Thread.State state) {
            calls++;
            return state == Thread.State.NEW ? Thread.State.RUNNABLE : Thread.State.BLOCKED;
        }

        int[] lengths(int[] numbers, String[][] texts, char[] letters) {
            calls++;
            return new int[numbers.length + texts.length + letters.length];
        }

        List<Integer> collections(
                List<Integer> list, Map<String, Integer> map, List<Integer> constant, List<Object> view) {
            calls++;
            return view == null ? constant : list;
        }

        Object objects(Object watched, Object money, Object broken, Object endless) {
            calls++;
            return money == null || broken == null || endless == null ? null : watched;
        }

        Object subclasses(Flavour flavour, Number number, Set<String> tree, Set<String> view) {
            calls++;
            return flavour == null || number == null || tree == null ? null : view;
        }

        boolean login(String user, String password) {
            calls++;
            return user.equals(password);
        }

        String setToken(String value) {
            calls++;
            return value.concat("!");
        }

        String notNamed(String value) {
            calls++;
            return value.concat("?");
        }

        void fails(int number) {
            calls++;
            throw new IllegalStateException("hunter2 " + number);
        }

        static void ofClass(long first, String last) {
            System.out.println(last + first);
        }
    }

    static final class Watched extends AbstractList<Object> {
        @Override
        public Object get(int index) {
            throw new IllegalStateException();
        }

        @Override
        public int size() {
            System.out.println("size of Watched");
            return 1;
        }

        @Override
        public String toString() {
            System.out.println("toString of Watched");
            return "w";
        }

        @Override
        public int hashCode() {
            System.out.println("hashCode of Watched");
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            System.out.println("equals of Watched");
            return other == this;
        }
    }

    record Money(int cents) {
        @Override
        public String toString() {
            return cents + " cents";
        }
    }

    static final class Broken {
        @Override
        public String toString() {
            throw new UnsupportedOperationException("hunter2");
        }
    }

    static final class Endless {
        private final Kinds kinds;

        Endless(Kinds kinds) {
            this.kinds = kinds;
        }

        @Override
        public String toString() {
            return "endless " + (kinds.objects(null, this, this, this) == null);
        }
    }
}
