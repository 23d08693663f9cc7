// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.handler.call.CallTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/** A factory of a {@link Slice} of the right kind for each call of a trace. */
public final class SliceTypes {
    private final TypeRegistry<Function<SliceData, Slice>> registry = new TypeRegistry<>(Slice::new);

    /** Creates a factory with the general kind only. */
    public SliceTypes() {}

    /**
     * Creates a factory with the kinds that {@code loader} provides as services.
     *
     * @throws java.util.ServiceConfigurationError if a service cannot be loaded
     */
    public static SliceTypes load(ClassLoader loader) {
        SliceTypes types = new SliceTypes();
        ServiceLoader.load(SliceType.class, loader).forEach(types::register);
        return types;
    }

    /**
     * Adds a kind.
     *
     * @throws IllegalArgumentException if one of its names or categories has a kind already
     */
    public void register(SliceType type) {
        registry.register(type.key(), type::create);
    }

    /** Returns the slice of a call. */
    public Slice slice(CallTrees calls, int call) {
        return registry.find(calls.category(call), calls.name(call)).apply(new SliceData(calls, call, this));
    }

    /** Returns the outermost slices of a thread, in the order of time. */
    public List<Slice> topLevel(CallTrees calls, CallTrees.ThreadCalls thread) {
        List<Slice> slices = new ArrayList<>();
        for (int call = thread.firstRoot(); call != CallTrees.NONE; call = calls.nextSibling(call)) {
            slices.add(slice(calls, call));
        }
        return slices;
    }
}
