// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.invoke.MethodHandles;

/** Makes class files of wrappers. The agent's, since this section has no class file library. */
public interface WrapperMaker {
    /** Name of the wrapper's field for the {@link CallbackTracer}. */
    String PASSING_FIELD = CallbackKinds.PASSING_FIELD;

    /**
     * What follows the name of the class whose lambda is wrapped. Libraries tell lambdas from other classes by it; before 21
     * the JDK numbers its own, from 1.
     */
    String NAME_SUFFIX = Runtime.version().feature() < 21 ? "$$Lambda$0" : "$$Lambda";

    /** The name of a wrapper of lambdas of a class, in internal form. */
    static String name(Class<?> caller) {
        return caller.getName().replace('.', '/').concat(NAME_SUFFIX);
    }

    /**
     * A class with a constructor of the first interface (what is wrapped) and an int (the place in the source).
     *
     * @param caller of the class whose lambda is wrapped; the wrapper is to be in its package
     */
    byte[] classFile(MethodHandles.Lookup caller, Wrapping wrapping);
}
