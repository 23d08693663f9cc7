// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.lambda;

import java.io.Serializable;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/** The description of a wrapper: what it must implement to replace a lambda. */
public final class Wrapping {
    private static final int FLAGS = 3;

    /* The functional interface first. */
    private final Class<?>[] interfaces;
    private final String method;
    /* The functional method's first, then those of its bridges. */
    private final MethodType[] types;
    private final boolean serializable;
    private final boolean perEvaluation;

    private Wrapping(
            Class<?>[] interfaces, String method, MethodType[] types, boolean serializable, boolean perEvaluation) {
        this.interfaces = interfaces;
        this.method = method;
        this.types = types;
        this.serializable = serializable;
        this.perEvaluation = perEvaluation;
    }

    static Wrapping plain(Class<?> functionalInterface, String method, MethodType type) {
        return new Wrapping(
                new Class<?>[] {functionalInterface},
                method,
                new MethodType[] {type},
                Serializable.class.isAssignableFrom(functionalInterface),
                false);
    }

    /** Creates the description from the arguments of {@link LambdaMetafactory#altMetafactory}, in their order. */
    static Wrapping alternative(Class<?> functionalInterface, String method, Object[] arguments) {
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
        int afterMarkers = FLAGS + 1 + ((flags & LambdaMetafactory.FLAG_MARKERS) == 0 ? 0 : 1 + markers);
        return new Wrapping(
                serializable ? withSerializable(interfaces) : interfaces,
                method,
                types(arguments, (flags & LambdaMetafactory.FLAG_BRIDGES) == 0 ? -1 : afterMarkers),
                serializable,
                false);
    }

    /**
     * Returns the description for a lambda whose every evaluation may make another object while recording is on.
     * Those that are serialisable, or implement a method of {@link Object}, have a single one.
     */
    Wrapping perEvaluation() {
        boolean another = !serializable && !method.equals("equals") && !method.equals("hashCode");
        return new Wrapping(interfaces, method, types, serializable, another);
    }

    private static MethodType[] types(Object[] arguments, int bridgeCount) {
        int bridges = bridgeCount < 0 ? 0 : (Integer) arguments[bridgeCount];
        MethodType[] types = new MethodType[1 + bridges];
        types[0] = (MethodType) arguments[0];
        for (int i = 0; i < bridges; i++) {
            types[1 + i] = (MethodType) arguments[bridgeCount + 1 + i];
        }
        return types;
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

    /** Returns the interfaces that the lambda implements, the functional one first. Must not be modified. */
    public Class<?>[] interfaces() {
        return interfaces;
    }

    /** Returns the name of the lambda's functional method. */
    public String method() {
        return method;
    }

    /** Returns the types with which that method is called, the functional interface's first. Must not be modified. */
    public MethodType[] types() {
        return types;
    }

    /** Returns whether the lambda can be serialised. */
    public boolean serializable() {
        return serializable;
    }

    /** Returns whether each evaluation of the lambda makes another object while recording is on. */
    public boolean isPerEvaluation() {
        return perEvaluation;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Wrapping wrapping
                && perEvaluation == wrapping.perEvaluation
                && method.equals(wrapping.method)
                && Arrays.equals(interfaces, wrapping.interfaces)
                && Arrays.equals(types, wrapping.types);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(interfaces);
    }
}
