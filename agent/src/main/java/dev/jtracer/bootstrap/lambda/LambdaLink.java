// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.lambda;

import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.bootstrap.Passes;
import dev.jtracer.bootstrap.RecorderFailures;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * The bootstrap methods of the lambdas and method references in woven classes. They link as the JDK does, and wrap
 * the object that the JDK makes. The application receives the wrapper at once and never sees the object inside, so
 * identity, locks and maps work as usual.
 *
 * <p>For {@code Runnable task = () -> save(order);} the invokedynamic instruction returns a wrapper, whose class
 * {@link WrapperMaker} writes as if its source were
 *
 * <pre>{@code
 * final class Shop$$Lambda implements Runnable {
 *     private final Runnable wrapped;            // as LambdaMetafactory makes it
 *     private final int site;                    // id of Shop.order$lambda:12
 *     transient Object jtracer$pass;          // the last call that was passed the wrapper
 *
 *     public void run() {
 *         int id = CallbackTracer.run(jtracer$pass, site);
 *         try {
 *             wrapped.run();
 *         } catch (Throwable thrown) {
 *             CallbackTracer.threw(id);
 *             throw thrown;
 *         }
 *         CallbackTracer.ran(id);
 *     }
 * }
 * }</pre>
 */
public final class LambdaLink {
    private static volatile @Nullable WrapperMaker maker;

    private LambdaLink() {}

    /** Sets the writer of the wrappers' class files; null leaves lambdas as the JDK makes them. */
    public static void maker(@Nullable WrapperMaker wrapperMaker) {
        maker = wrapperMaker;
    }

    /** Links a lambda, with the id of its source location, in place of {@link LambdaMetafactory#metafactory}. */
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
        Wrapping wrapping = Wrapping.plain(factoryType.returnType(), name, interfaceMethodType);
        return wrapped(site, caller, factoryType, wrapping, siteId);
    }

    /**
     * Like {@link #metafactory}, for a lambda that captures nothing and is only an argument of a call that runs it.
     * Each evaluation makes another object while recording is on.
     */
    public static CallSite metafactoryForArgument(
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
        Wrapping wrapping = Wrapping.plain(factoryType.returnType(), name, interfaceMethodType);
        return wrapped(site, caller, factoryType, wrapping.perEvaluation(), siteId);
    }

    /**
     * Links a lambda in place of {@link LambdaMetafactory#altMetafactory}. The id of the lambda's source location
     * follows the arguments of that method.
     */
    public static CallSite altMetafactory(
            MethodHandles.Lookup caller, String name, MethodType factoryType, Object... argumentsAndSiteId)
            throws LambdaConversionException {
        return alternative(caller, name, factoryType, argumentsAndSiteId, false);
    }

    /** Like {@link #altMetafactory}, for a lambda as in {@link #metafactoryForArgument}. */
    public static CallSite altMetafactoryForArgument(
            MethodHandles.Lookup caller, String name, MethodType factoryType, Object... argumentsAndSiteId)
            throws LambdaConversionException {
        return alternative(caller, name, factoryType, argumentsAndSiteId, true);
    }

    /**
     * Links a lambda of a class that was or may be retransformed, to the wrapper, or the JDK's class, of an earlier
     * link if there is one.
     *
     * @param argumentsAndPlace the arguments of the JDK's bootstrap method; the id of the source location, 0 for a
     *     lambda that is not wrapped; and the lambda's number in the class, shifted by two, with bit 0 for
     *     altMetafactory and bit 1 for a lambda as in {@link #metafactoryForArgument}
     */
    public static CallSite kept(
            MethodHandles.Lookup caller, String name, MethodType factoryType, Object... argumentsAndPlace)
            throws LambdaConversionException {
        int count = argumentsAndPlace.length - 2;
        Object[] arguments = new Object[count];
        System.arraycopy(argumentsAndPlace, 0, arguments, 0, count);
        int siteId = (Integer) argumentsAndPlace[count];
        int place = (Integer) argumentsAndPlace[count + 1];
        boolean isPlain = (place & 1) == 0;
        CallSite known = siteId == 0 ? null : KeptLambdas.find(caller, name, factoryType, arguments, place, siteId);
        if (known != null) {
            return known;
        }
        CallSite site = KeptLambdas.find(caller, name, factoryType, arguments, place, 0);
        if (site == null) {
            site = isPlain
                    ? LambdaMetafactory.metafactory(
                            caller,
                            name,
                            factoryType,
                            (MethodType) arguments[0],
                            (MethodHandle) arguments[1],
                            (MethodType) arguments[2])
                    : LambdaMetafactory.altMetafactory(caller, name, factoryType, arguments);
            KeptLambdas.keep(caller, name, factoryType, arguments, place, 0, site);
        }
        if (siteId == 0) {
            return site;
        }
        Wrapping wrapping = isPlain
                ? Wrapping.plain(factoryType.returnType(), name, (MethodType) arguments[0])
                : Wrapping.alternative(factoryType.returnType(), name, arguments);
        CallSite wrapped =
                wrapped(site, caller, factoryType, (place & 2) == 0 ? wrapping : wrapping.perEvaluation(), siteId);
        if (wrapped != site) {
            KeptLambdas.keep(caller, name, factoryType, arguments, place, siteId, wrapped);
        }
        return wrapped;
    }

    private static CallSite alternative(
            MethodHandles.Lookup caller,
            String name,
            MethodType factoryType,
            Object[] argumentsAndSiteId,
            boolean isPerEvaluation)
            throws LambdaConversionException {
        int count = argumentsAndSiteId.length - 1;
        Object[] arguments = new Object[count];
        System.arraycopy(argumentsAndSiteId, 0, arguments, 0, count);
        CallSite site = LambdaMetafactory.altMetafactory(caller, name, factoryType, arguments);
        int siteId = (Integer) argumentsAndSiteId[count];
        Wrapping wrapping = Wrapping.alternative(factoryType.returnType(), name, arguments);
        return wrapped(site, caller, factoryType, isPerEvaluation ? wrapping.perEvaluation() : wrapping, siteId);
    }

    private static CallSite wrapped(
            CallSite original, MethodHandles.Lookup caller, MethodType factoryType, Wrapping wrapping, int siteId) {
        WrapperMaker wrapperMaker = maker;
        if (wrapperMaker == null) {
            return original;
        }
        try {
            MethodHandles.Lookup wrapperClass = WrapperClasses.define(caller, wrapping, wrapperMaker);
            MethodHandle constructor = WrapperClasses.constructor(wrapperClass, wrapping);
            MethodHandle wrap = MethodHandles.insertArguments(constructor, 1, siteId);
            MethodHandle make = original.getTarget();
            if (factoryType.parameterCount() > 0) {
                return new ConstantCallSite(
                        MethodHandles.filterReturnValue(make, wrap).asType(factoryType));
            }
            // A single instance, as without the tracer: code may rely on the identity of a lambda that captures
            // nothing.
            Object wrapper = wrap.invoke(make.invoke());
            Passes.markShared(wrapper);
            if (wrapping.isPerEvaluation()) {
                return new ConstantCallSite(WrapperClasses.evaluation(wrapperClass, wrapping, wrapper)
                        .asType(factoryType));
            }
            return new ConstantCallSite(MethodHandles.constant(factoryType.returnType(), wrapper));
        } catch (Throwable failure) {
            RecorderFailures.passOnDeath(failure);
            LossCounter.unwrapped(failure);
            return original;
        }
    }
}
