// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.lambda;

import java.io.NotSerializableException;
import java.io.ObjectStreamException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;

/** The wrappers' classes, one for each lambda in the source, as in the JDK: libraries know lambdas by their class. */
public final class WrapperClasses extends ClassValue<ConcurrentHashMap<Wrapping, byte[]>> {
    /* Writing a class file takes half of the time of a link, and lambdas of one kind in one class share it. The
     * cache lives as long as the class that has the lambdas and its loader. */
    private static final WrapperClasses CLASS_FILES = new WrapperClasses();
    /* Not for access to private members: libraries find the class that has a lambda by its nest. */
    private static final MethodHandles.Lookup.ClassOption NESTMATE = MethodHandles.Lookup.ClassOption.NESTMATE;

    private WrapperClasses() {}

    /**
     * Defines a new class of wrappers. Returns its lookup.
     *
     * @param caller lookup of the class that has the lambda
     */
    static MethodHandles.Lookup define(MethodHandles.Lookup caller, Wrapping wrapping, WrapperMaker maker)
            throws Throwable {
        // The caller's own lookup: no other may define a class in a package that its module does not export.
        byte[] classFile = classFile(caller, wrapping, maker);
        return wrapping.serializable()
                ? caller.defineHiddenClassWithClassData(classFile, caller, true, NESTMATE)
                : caller.defineHiddenClass(classFile, true, NESTMATE);
    }

    /** Returns the constructor of a class of wrappers as a handle whose return type is the first interface. */
    static MethodHandle constructor(MethodHandles.Lookup wrapper, Wrapping wrapping)
            throws ReflectiveOperationException {
        Class<?> functionalInterface = wrapping.interfaces()[0];
        return wrapper.findConstructor(
                        wrapper.lookupClass(), MethodType.methodType(void.class, functionalInterface, int.class))
                .asType(MethodType.methodType(functionalInterface, functionalInterface, int.class));
    }

    /** Returns a handle without parameters that evaluates the lambda with this single instance. */
    static MethodHandle evaluation(MethodHandles.Lookup wrapper, Wrapping wrapping, Object single)
            throws ReflectiveOperationException {
        return wrapper.findVirtual(
                        wrapper.lookupClass(), WrapperMaker.EVALUATE, MethodType.methodType(wrapping.interfaces()[0]))
                .bindTo(single);
    }

    private static byte[] classFile(MethodHandles.Lookup caller, Wrapping wrapping, WrapperMaker maker)
            throws Throwable {
        Class<?> owner = caller.lookupClass();
        ConcurrentHashMap<Wrapping, byte[]> known = CLASS_FILES.get(owner);
        byte[] classFile = known.get(wrapping);
        if (classFile == null) {
            // No lock is held here, because this may load classes.
            classFile = LambdaTransformers.apply(owner, WrapperMaker.name(owner), maker.classFile(caller, wrapping));
            known.put(wrapping, classFile);
        }
        return classFile;
    }

    @Override
    protected ConcurrentHashMap<Wrapping, byte[]> computeValue(Class<?> caller) {
        return new ConcurrentHashMap<>(4);
    }

    /**
     * Returns the replacement of a serialisable lambda in a stream: the JDK's description of it, which names no class
     * of the tracer.
     *
     * @param caller the wrapper's class data: the lookup of the class that has the lambda
     */
    public static Object serialForm(MethodHandles.Lookup caller, Object lambda) throws ObjectStreamException {
        try {
            return caller.findVirtual(lambda.getClass(), "writeReplace", MethodType.methodType(Object.class))
                    .invoke(lambda);
        } catch (NoSuchMethodException serializableByItsInterfaceAlone) {
            throw new NotSerializableException("Non-serializable lambda"); // the JDK's own message
        } catch (RuntimeException | Error | ObjectStreamException e) {
            throw e;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
