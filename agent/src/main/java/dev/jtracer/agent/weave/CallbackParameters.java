// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.Arrays;
import net.bytebuddy.jar.asm.Type;

/** The parameters of a method that may hold callbacks. */
final class CallbackParameters {
    static final CallbackParameters NONE = new CallbackParameters(new int[0], new int[0], new boolean[0]);

    private final int[] slots;
    private final int[] ordinals;
    private final boolean[] several;
    private int[] nameIds = new int[0];

    private CallbackParameters(int[] slots, int[] ordinals, boolean[] several) {
        this.slots = slots;
        this.ordinals = ordinals;
        this.several = several;
    }

    /**
     * The parameters that a method's descriptor gives, if their types are callbacks', or arrays of such.
     *
     * @param lists whether lists may hold callbacks too
     */
    static CallbackParameters of(
            boolean isStatic, String descriptor, boolean lists, CallbackTypes types, ClassLoader loader) {
        if (descriptor.indexOf(';') < 0) {
            return NONE;
        }
        int[] slots = new int[0];
        int[] ordinals = new int[0];
        int slot = isStatic ? 0 : 1;
        Type[] parameters = Type.getArgumentTypes(descriptor);
        boolean[] several = new boolean[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            Type parameter = parameters[i];
            boolean array = isArray(parameter);
            boolean list = lists && isList(parameter);
            if (list || isCallback(array ? parameter.getElementType() : parameter, types, loader)) {
                several[slots.length] = array || list;
                slots = append(slots, slot);
                ordinals = append(ordinals, i);
            }
            slot += parameter.getSize();
        }
        return slots.length == 0 ? NONE : new CallbackParameters(slots, ordinals, several);
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

    private static int[] append(int[] numbers, int number) {
        int[] more = Arrays.copyOf(numbers, numbers.length + 1);
        more[numbers.length] = number;
        return more;
    }

    int count() {
        return slots.length;
    }

    /** The recorder's method that notes what a parameter holds. */
    String note(int index) {
        return several[index] ? "passedAll" : "passed";
    }

    /** The local variable of a parameter. */
    int slot(int index) {
        return slots[index];
    }

    /** The place of a parameter among all of the method, from 0. */
    int ordinal(int index) {
        return ordinals[index];
    }

    /** What a parameter's callbacks are called: {@code find[0]} for the first parameter of {@code find}. */
    String name(String method, int index) {
        return method.concat("[").concat(Integer.toString(ordinals[index])).concat("]");
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
        for (int slot : slots) {
            if (slot == variable) {
                return true;
            }
        }
        return false;
    }
}
