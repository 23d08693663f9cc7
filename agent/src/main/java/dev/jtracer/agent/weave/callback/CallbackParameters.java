// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.callback;

import dev.jtracer.agent.weave.code.RecorderCall;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Type;

/** The parameters of a method that may hold callbacks. */
public final class CallbackParameters {
    public static final CallbackParameters NONE = new CallbackParameters(List.of());

    private static final String OBJECT = "Ljava/lang/Object;";

    /** The ordinal of the receiver of a call. */
    private static final int RECEIVER = -1;

    private final List<Parameter> parameters;
    private int[] nameIds = new int[0];
    private int firstNumber;

    private CallbackParameters(List<Parameter> parameters) {
        this.parameters = parameters;
    }

    /**
     * @param slot the local variable in the method
     * @param ordinal the index among all parameters, from 0; or {@link #RECEIVER}
     * @param entryPoint the entry point that receives what the parameter holds
     */
    private record Parameter(int slot, int ordinal, RecorderCall entryPoint) {}

    /** Returns the receiver alone, for a call without arguments whose receiver is passed. */
    static CallbackParameters receiver() {
        return new CallbackParameters(List.of(new Parameter(0, RECEIVER, RecorderCall.PASSED)));
    }

    /**
     * Returns the arguments of a call of an untraced method whose types are types of callbacks, or arrays of them.
     *
     * @param lists whether lists are included
     */
    static CallbackParameters ofCall(String descriptor, boolean lists, CallbackTypes types, ClassLoader loader) {
        Receivers receivers = new Receivers(RecorderCall.PASSED, RecorderCall.PASSED_ALL, lists, false);
        return of(true, descriptor, receivers, types, loader);
    }

    /** Returns the arguments of a call of an included method of types of callbacks, arrays of them, or lists. */
    static CallbackParameters ofIncludedCall(String descriptor, CallbackTypes types, ClassLoader loader) {
        Receivers receivers = new Receivers(RecorderCall.ANNOUNCE, RecorderCall.ANNOUNCE, true, false);
        return of(true, descriptor, receivers, types, loader);
    }

    /**
     * Returns the parameters of a traced method that may hold callbacks, including lists of callbacks and parameters
     * that take any object.
     */
    public static CallbackParameters ofMethod(
            boolean isStatic, String name, String descriptor, CallbackTypes types, ClassLoader loader) {
        boolean objects = !name.equals("equals");
        Receivers receivers = new Receivers(RecorderCall.RECEIVED, RecorderCall.RECEIVED_ALL, true, objects);
        return of(isStatic, descriptor, receivers, types, loader);
    }

    /**
     * The entry points for what parameters hold.
     *
     * @param one receives an object of a type of callbacks
     * @param all receives an array or a list
     * @param lists whether lists are included
     * @param objects whether parameters that take any object are included
     */
    private record Receivers(RecorderCall one, RecorderCall all, boolean lists, boolean objects) {}

    /** Returns whether a method with this descriptor may have a parameter that takes any object. */
    static boolean takesAnyObject(String descriptor) {
        return descriptor.contains(OBJECT);
    }

    private static CallbackParameters of(
            boolean isStatic, String descriptor, Receivers receivers, CallbackTypes types, ClassLoader loader) {
        if (descriptor.indexOf(';') < 0) {
            return NONE;
        }
        List<Parameter> found = new ArrayList<>(0);
        int slot = isStatic ? 0 : 1;
        Type[] parameters = Type.getArgumentTypes(descriptor);
        for (int i = 0; i < parameters.length; i++) {
            Type parameter = parameters[i];
            if (receivers.objects && parameter.getDescriptor().equals(OBJECT)) {
                found.add(new Parameter(slot, i, RecorderCall.PASSED_WEAKLY));
            } else if (receivers.lists && isList(parameter)) {
                found.add(new Parameter(slot, i, receivers.all));
            } else if (isArray(parameter) && isCallback(parameter.getElementType(), types, loader)) {
                found.add(new Parameter(slot, i, receivers.all));
            } else if (isCallback(parameter, types, loader)) {
                found.add(new Parameter(slot, i, receivers.one));
            }
            slot += parameter.getSize();
        }
        return found.isEmpty() ? NONE : new CallbackParameters(found);
    }

    private static boolean isCallback(Type type, CallbackTypes types, ClassLoader loader) {
        return type.getSort() == Type.OBJECT && types.contains(loader, type.getInternalName());
    }

    private static boolean isArray(Type parameter) {
        return parameter.getSort() == Type.ARRAY && parameter.getDimensions() == 1;
    }

    private static boolean isList(Type parameter) {
        return parameter.getDescriptor().equals("Ljava/util/Collection;")
                || parameter.getDescriptor().equals("Ljava/util/List;");
    }

    public int count() {
        return parameters.size();
    }

    /** Writes the call of the entry point for what a parameter holds, which is on the operand stack. */
    public void writeCall(MethodVisitor code, int index) {
        Parameter parameter = parameters.get(index);
        if (parameter.entryPoint.takesParameter()) {
            parameter.entryPoint.write(code, nameIds[index], firstNumber + parameter.ordinal);
        } else {
            parameter.entryPoint.write(code, nameIds[index]);
        }
    }

    public int slot(int index) {
        return parameters.get(index).slot;
    }

    /** Returns the index of a parameter among all parameters, from 0; -1 for the receiver. */
    int ordinal(int index) {
        return parameters.get(index).ordinal;
    }

    /** Returns the name of a parameter's callbacks: {@code find[0]} for the first parameter of {@code find}. */
    public String name(String method, int index) {
        int ordinal = ordinal(index);
        return method.concat("[")
                .concat(ordinal == RECEIVER ? "this" : Integer.toString(ordinal))
                .concat("]");
    }

    int nameId(int index) {
        return nameIds[index];
    }

    public void nameIds(int[] ids) {
        nameIds = ids;
    }

    /** Sets the number of the method's first parameter; the others follow. */
    void firstNumber(int number) {
        firstNumber = number;
    }

    public boolean hasSlot(int variable) {
        for (Parameter parameter : parameters) {
            if (parameter.slot == variable) {
                return true;
            }
        }
        return false;
    }
}
