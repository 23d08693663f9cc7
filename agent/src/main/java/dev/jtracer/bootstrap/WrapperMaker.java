// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

/** Makes class files of wrappers. The agent's, since this section has no class file library. */
public interface WrapperMaker {
    /** Name of the wrapper's field for the {@link CallbackTracer}. */
    String PASSING_FIELD = CallbackKinds.PASSING_FIELD;

    /** What follows the name of the class whose lambda is wrapped. Frameworks tell lambdas by the first part of it. */
    String NAME_SUFFIX = "$$Lambda$jtracer";

    /**
     * A class with a constructor of the first interface (what is wrapped) and an int (the place in the source).
     *
     * @param caller the class whose lambda is wrapped; the wrapper is to be in its package
     */
    byte[] classFile(Class<?> caller, Wrapping wrapping);
}
