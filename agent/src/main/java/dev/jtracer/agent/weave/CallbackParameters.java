// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import java.util.Arrays;
import net.bytebuddy.jar.asm.Type;

/** The parameters of a method that may hold callbacks. */
final class CallbackParameters {
    static final CallbackParameters NONE = new CallbackParameters(new int[0], new int[0]);

    private final int[] slots;
    private final int[] ordinals;
    private int[] nameIds = new int[0];

    private CallbackParameters(int[] slots, int[] ordinals) {
        this.slots = slots;
        this.ordinals = ordinals;
    }

    /** The parameters that a method's descriptor gives, if their types are callbacks'. */
    static CallbackParameters of(boolean isStatic, String descriptor, CallbackTypes types, ClassLoader loader) {
        if (descriptor.indexOf(';') < 0) {
            return NONE;
        }
        int[] slots = new int[0];
        int[] ordinals = new int[0];
        int slot = isStatic ? 0 : 1;
        Type[] parameters = Type.getArgumentTypes(descriptor);
        for (int i = 0; i < parameters.length; i++) {
            Type parameter = parameters[i];
            if (parameter.getSort() == Type.OBJECT && types.contains(loader, parameter.getInternalName())) {
                slots = append(slots, slot);
                ordinals = append(ordinals, i);
            }
            slot += parameter.getSize();
        }
        return slots.length == 0 ? NONE : new CallbackParameters(slots, ordinals);
    }

    private static int[] append(int[] numbers, int number) {
        int[] more = Arrays.copyOf(numbers, numbers.length + 1);
        more[numbers.length] = number;
        return more;
    }

    int count() {
        return slots.length;
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
