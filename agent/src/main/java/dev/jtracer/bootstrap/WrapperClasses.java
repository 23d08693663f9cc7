// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import java.io.NotSerializableException;
import java.io.ObjectStreamException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;

/** The wrappers' classes, one for each kind of lambda of each class. */
public final class WrapperClasses extends ClassValue<ConcurrentHashMap<Wrapping, MethodHandle>> {
    /* Kept by the class that has the lambdas: wrappers live as long as that class and its loader, and no longer. No lock is
     * held while a class is defined, which may load others; two threads may define the same one, and one is used. */
    private static final WrapperClasses CLASSES = new WrapperClasses();
    /* Not that it had to see private members: libraries find a lambda's maker by its nest. */
    private static final MethodHandles.Lookup.ClassOption NESTMATE = MethodHandles.Lookup.ClassOption.NESTMATE;

    private WrapperClasses() {}

    /** The constructor of the wrappers for a kind of lambda of the caller's class, as a handle that returns an Object. */
    static MethodHandle constructor(MethodHandles.Lookup caller, Wrapping wrapping, WrapperMaker maker)
            throws Throwable {
        ConcurrentHashMap<Wrapping, MethodHandle> known = CLASSES.get(caller.lookupClass());
        MethodHandle constructor = known.get(wrapping);
        if (constructor == null) {
            MethodHandle defined = define(caller, wrapping, maker);
            MethodHandle first = known.putIfAbsent(wrapping, defined);
            constructor = first == null ? defined : first;
        }
        return constructor;
    }

    /* Defined with the caller's own lookup: no other may define a class in a package that its module does not export. */
    private static MethodHandle define(MethodHandles.Lookup caller, Wrapping wrapping, WrapperMaker maker)
            throws Throwable {
        Class<?> owner = caller.lookupClass();
        byte[] classFile = LambdaTransformers.apply(owner, WrapperMaker.name(owner), maker.classFile(caller, wrapping));
        MethodHandles.Lookup wrapper = wrapping.serializable()
                ? caller.defineHiddenClassWithClassData(classFile, caller, true, NESTMATE)
                : caller.defineHiddenClass(classFile, true, NESTMATE);
        Class<?> functionalInterface = wrapping.interfaces()[0];
        return wrapper.findConstructor(
                        wrapper.lookupClass(), MethodType.methodType(void.class, functionalInterface, int.class))
                .asType(MethodType.methodType(functionalInterface, functionalInterface, int.class));
    }

    /**
     * What a serialisable lambda is replaced by in a stream: the JDK's description of it, which names no class of ours.
     *
     * @param caller as the wrapper's class data
     */
    public static Object serialForm(MethodHandles.Lookup caller, Object lambda) throws ObjectStreamException {
        try {
            return caller.findVirtual(lambda.getClass(), "writeReplace", MethodType.methodType(Object.class))
                    .invoke(lambda);
        } catch (NoSuchMethodException serializableByItsInterfaceAlone) {
            throw new NotSerializableException("Non-serializable lambda"); // as the JDK's own says
        } catch (RuntimeException | Error | ObjectStreamException e) {
            throw e;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    protected ConcurrentHashMap<Wrapping, MethodHandle> computeValue(Class<?> caller) {
        return new ConcurrentHashMap<>(4);
    }
}
