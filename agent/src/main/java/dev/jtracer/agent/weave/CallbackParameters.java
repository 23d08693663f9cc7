// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Type;

/** The parameters of a method that may hold callbacks. */
final class CallbackParameters {
    static final CallbackParameters NONE = new CallbackParameters(List.of());

    /** The recorder's methods that note what a parameter holds. */
    private static final String ONE = "passed";

    private static final String SEVERAL = "passedAll";
    private static final String ANYTHING = "passedLoosely";
    private static final String OBJECT = "Ljava/lang/Object;";

    /** The ordinal of the object whose method is called. */
    private static final int RECEIVER = -1;

    private final List<Parameter> parameters;
    private int[] nameIds = new int[0];

    private CallbackParameters(List<Parameter> parameters) {
        this.parameters = parameters;
    }

    /**
     * @param slot the local variable in the method
     * @param ordinal the place among all parameters, from 0; or {@link #RECEIVER}
     * @param note the recorder's method
     */
    private record Parameter(int slot, int ordinal, String note) {}

    /** The object of a call without arguments that hands itself over. */
    static CallbackParameters receiver() {
        return new CallbackParameters(List.of(new Parameter(0, RECEIVER, ONE)));
    }

    /**
     * The arguments that a call's descriptor gives, if their types are callbacks', or arrays of such.
     *
     * @param lists whether lists are looked into
     */
    static CallbackParameters ofCall(String descriptor, boolean lists, CallbackTypes types, ClassLoader loader) {
        return of(true, descriptor, lists, false, types, loader);
    }

    /** The parameters of a method that is traced: also lists of callbacks, and those that take any object. */
    static CallbackParameters ofMethod(MethodScan method, CallbackTypes types, ClassLoader loader) {
        boolean objects = !method.name.equals("equals");
        return of(method.isStatic, method.descriptor, true, objects, types, loader);
    }

    private static CallbackParameters of(
            boolean isStatic,
            String descriptor,
            boolean lists,
            boolean objects,
            CallbackTypes types,
            ClassLoader loader) {
        if (descriptor.indexOf(';') < 0) {
            return NONE;
        }
        List<Parameter> found = new ArrayList<>(0);
        int slot = isStatic ? 0 : 1;
        Type[] parameters = Type.getArgumentTypes(descriptor);
        for (int i = 0; i < parameters.length; i++) {
            Type parameter = parameters[i];
            if (objects && parameter.getDescriptor().equals(OBJECT)) {
                found.add(new Parameter(slot, i, ANYTHING));
            } else if (lists && isList(parameter)) {
                found.add(new Parameter(slot, i, SEVERAL));
            } else if (isArray(parameter)) {
                addIfCallback(found, parameter.getElementType(), new Parameter(slot, i, SEVERAL), types, loader);
            } else {
                addIfCallback(found, parameter, new Parameter(slot, i, ONE), types, loader);
            }
            slot += parameter.getSize();
        }
        return found.isEmpty() ? NONE : new CallbackParameters(found);
    }

    private static void addIfCallback(
            List<Parameter> found, Type type, Parameter parameter, CallbackTypes types, ClassLoader loader) {
        if (type.getSort() == Type.OBJECT && types.contains(loader, type.getInternalName())) {
            found.add(parameter);
        }
    }

    private static boolean isArray(Type parameter) {
        return parameter.getSort() == Type.ARRAY && parameter.getDimensions() == 1;
    }

    private static boolean isList(Type parameter) {
        return parameter.getDescriptor().equals("Ljava/util/Collection;")
                || parameter.getDescriptor().equals("Ljava/util/List;");
    }

    int count() {
        return parameters.size();
    }

    /** The recorder's method that notes what a parameter holds. */
    String note(int index) {
        return parameters.get(index).note;
    }

    /** The local variable of a parameter. */
    int slot(int index) {
        return parameters.get(index).slot;
    }

    /** The place of a parameter among all of the method, from 0; one before that for the object whose method it is. */
    int ordinal(int index) {
        return parameters.get(index).ordinal;
    }

    /** What a parameter's callbacks are called: {@code find[0]} for the first parameter of {@code find}. */
    String name(String method, int index) {
        int ordinal = ordinal(index);
        return method.concat("[")
                .concat(ordinal == RECEIVER ? "this" : Integer.toString(ordinal))
                .concat("]");
    }

    /** The id of the name of a parameter's callbacks. */
    int nameId(int index) {
        return nameIds[index];
    }

    void nameIds(int[] ids) {
        nameIds = ids;
    }

    /** Whether a local variable is one of these parameters. */
    boolean hasSlot(int variable) {
        for (Parameter parameter : parameters) {
            if (parameter.slot == variable) {
                return true;
            }
        }
        return false;
    }
}
