// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

/** A class loader that delegates to no other, as OSGi frameworks do, not even for the bootstrap loader's classes. */
public class HidingLoader extends ClassLoader {
    HidingLoader() {
        super(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        throw new ClassNotFoundException("hidden: " + name);
    }

    static String find(String name) {
        try {
            return new Sub().loadClass(name).getName() + " of "
                    + new HidingLoader().loadClass(name).getClassLoader();
        } catch (ClassNotFoundException e) {
            return String.valueOf(e.getMessage());
        }
    }

    static String findMissing() {
        try {
            return new HidingLoader().loadClass("com.acme.Missing", false).getName();
        } catch (ClassNotFoundException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** A class that is a class loader by its superclass alone, with the other of the two methods. */
    public static final class Sub extends HidingLoader {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            while (name.endsWith(" ")) {
                name = name.substring(0, name.length() - 1);
            }
            return loadClass(name, false);
        }
    }
}
