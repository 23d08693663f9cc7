// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.lambda;

import dev.jtracer.bootstrap.CallbackKinds;
import java.lang.invoke.MethodHandles;

/** A writer of wrappers' class files. The agent implements it, because this section has no class file library. */
public interface WrapperMaker {
    /** Name of the wrapper's field for the recorder. */
    String PASS_FIELD = CallbackKinds.PASS_FIELD;

    /**
     * Name of the method of a single instance that returns the lambda for one evaluation, see
     * {@link Wrapping#isPerEvaluation}.
     */
    String EVALUATE = "evaluate";

    /**
     * Suffix of a wrapper's name, after the name of the class whose lambda is wrapped. Libraries recognise lambdas by
     * it. Before 21 the JDK numbers its own lambda classes, from 1.
     */
    String NAME_SUFFIX = Runtime.version().feature() < 21 ? "$$Lambda$0" : "$$Lambda";

    /** Returns the name of the wrappers of a class's lambdas, in internal form. */
    static String name(Class<?> caller) {
        return caller.getName().replace('.', '/').concat(NAME_SUFFIX);
    }

    /**
     * Writes a class with a constructor that takes the first interface (the wrapped object) and an int (the id of the
     * source location).
     *
     * @param caller lookup of the class whose lambda is wrapped; the wrapper must be in its package
     */
    byte[] classFile(MethodHandles.Lookup caller, Wrapping wrapping);
}
