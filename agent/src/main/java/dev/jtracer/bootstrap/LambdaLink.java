// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Links the lambdas and method references of woven classes: as the JDK does, with a wrapper around what it makes. The
 * application gets the wrapper at once and never sees what is inside, so its identity, locks and maps work as ever.
 */
public final class LambdaLink {
    private static volatile @Nullable WrapperMaker maker;

    private LambdaLink() {}

    /** Sets who makes the wrappers' classes; null leaves lambdas as the JDK makes them. */
    public static void maker(@Nullable WrapperMaker wrapperMaker) {
        maker = wrapperMaker;
    }

    /**
     * In the place of {@link LambdaMetafactory#metafactory}.
     *
     * @param siteId id of the place of the lambda in the source
     */
    public static CallSite metafactory(
            MethodHandles.Lookup caller,
            String name,
            MethodType factoryType,
            MethodType interfaceMethodType,
            MethodHandle implementation,
            MethodType dynamicMethodType,
            int siteId)
            throws LambdaConversionException {
        CallSite site = LambdaMetafactory.metafactory(
                caller, name, factoryType, interfaceMethodType, implementation, dynamicMethodType);
        return wrapped(
                site, caller, factoryType, Wrapping.plain(factoryType.returnType(), name, interfaceMethodType), siteId);
    }

    /**
     * In the place of {@link LambdaMetafactory#altMetafactory}, whose arguments are followed by the id of the place of the
     * lambda in the source.
     */
    public static CallSite altMetafactory(
            MethodHandles.Lookup caller, String name, MethodType factoryType, Object... argumentsAndSiteId)
            throws LambdaConversionException {
        int count = argumentsAndSiteId.length - 1;
        Object[] arguments = new Object[count];
        System.arraycopy(argumentsAndSiteId, 0, arguments, 0, count);
        CallSite site = LambdaMetafactory.altMetafactory(caller, name, factoryType, arguments);
        int siteId = (Integer) argumentsAndSiteId[count];
        return wrapped(
                site, caller, factoryType, Wrapping.alternative(factoryType.returnType(), name, arguments), siteId);
    }

    private static CallSite wrapped(
            CallSite original, MethodHandles.Lookup caller, MethodType factoryType, Wrapping wrapping, int siteId) {
        WrapperMaker wrapperMaker = maker;
        if (wrapperMaker == null) {
            return original;
        }
        try {
            MethodHandle constructor = WrapperClasses.define(caller, wrapping, wrapperMaker);
            MethodHandle wrap = MethodHandles.insertArguments(constructor, 1, siteId);
            MethodHandle make = original.getTarget();
            if (factoryType.parameterCount() > 0) {
                return new ConstantCallSite(
                        MethodHandles.filterReturnValue(make, wrap).asType(factoryType));
            }
            // One object for ever, as without us: code may rely on a lambda that captures nothing being the same.
            Object wrapper = wrap.invoke(make.invoke());
            CallbackTracer.madeShared(wrapper);
            return new ConstantCallSite(MethodHandles.constant(factoryType.returnType(), wrapper));
        } catch (Throwable failure) {
            RecorderFailures.passOnDeath(failure);
            LossCounters.unwrapped(failure);
            return original;
        }
    }
}
