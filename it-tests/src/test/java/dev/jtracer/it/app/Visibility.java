// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/** Prints which of the classes named as arguments the application's class loader finds. */
public final class Visibility {
    private Visibility() {}

    /** Prints a line an argument. */
    public static void main(String[] args) {
        for (String name : args) {
            System.out.println(name + ": " + (visible(name) ? "visible" : "hidden"));
        }
    }

    private static boolean visible(String name) {
        try {
            Class.forName(name, false, Visibility.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
