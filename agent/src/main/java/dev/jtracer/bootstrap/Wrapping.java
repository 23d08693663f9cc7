// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.io.Serializable;
import java.lang.invoke.LambdaMetafactory;
import java.util.Arrays;

/** What a wrapper must be to stand for a lambda. */
public final class Wrapping {
    private static final int FLAGS = 3;

    /* The functional interface first. */
    private final Class<?>[] interfaces;
    private final boolean serializable;

    private Wrapping(Class<?>[] interfaces, boolean serializable) {
        this.interfaces = interfaces;
        this.serializable = serializable;
    }

    static Wrapping plain(Class<?> functionalInterface) {
        return new Wrapping(
                new Class<?>[] {functionalInterface}, Serializable.class.isAssignableFrom(functionalInterface));
    }

    /** From the arguments of {@link LambdaMetafactory#altMetafactory}, whose order its documentation gives. */
    static Wrapping alternative(Class<?> functionalInterface, Object[] arguments) {
        int flags = (Integer) arguments[FLAGS];
        int markers = (flags & LambdaMetafactory.FLAG_MARKERS) == 0 ? 0 : (Integer) arguments[FLAGS + 1];
        boolean serializable = (flags & LambdaMetafactory.FLAG_SERIALIZABLE) != 0;
        Class<?>[] interfaces = new Class<?>[1 + markers];
        interfaces[0] = functionalInterface;
        for (int i = 0; i < markers; i++) {
            interfaces[1 + i] = (Class<?>) arguments[FLAGS + 2 + i];
        }
        for (int i = 0; i < interfaces.length; i++) {
            serializable |= Serializable.class.isAssignableFrom(interfaces[i]);
        }
        return new Wrapping(serializable ? withSerializable(interfaces) : interfaces, serializable);
    }

    private static Class<?>[] withSerializable(Class<?>[] interfaces) {
        for (int i = 0; i < interfaces.length; i++) {
            if (Serializable.class.isAssignableFrom(interfaces[i])) {
                return interfaces;
            }
        }
        Class<?>[] more = Arrays.copyOf(interfaces, interfaces.length + 1);
        more[interfaces.length] = Serializable.class;
        return more;
    }

    /** The interfaces that the lambda implements, the functional one first. Not to be changed. */
    public Class<?>[] interfaces() {
        return interfaces;
    }

    /** Whether the lambda can be serialised. */
    public boolean serializable() {
        return serializable;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Wrapping wrapping && Arrays.equals(interfaces, wrapping.interfaces);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(interfaces);
    }
}
