// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.CallbackParameters;
import dev.jtracer.agent.weave.code.ValueCode;
import org.jspecify.annotations.Nullable;

/**
 * The additions to one method.
 *
 * @param method the method, as it was read
 * @param typeName the class under whose name it is traced, with dots
 * @param isRecorded whether its calls are recorded; if not, they are tracked only for the callbacks that they pass
 *     over
 * @param isCallbackBody whether objects of the class are called back through this method
 * @param passes whether the method may pass callbacks to untraced calls
 * @param announces whether the method may pass callbacks to included methods
 * @param id id of the method's name; 0 until the method is numbered
 * @param callbacks the parameters that may hold callbacks; none until their names are numbered
 * @param values the code that records arguments and result; null if they are not wanted
 */
record MethodPlan(
        MethodScan method,
        String typeName,
        boolean isRecorded,
        boolean isCallbackBody,
        boolean passes,
        boolean announces,
        int id,
        CallbackParameters callbacks,
        @Nullable ValueCode values) {
    /** Returns whether the method's calls open a frame: they receive callbacks, or pass some to untraced calls. */
    boolean opens() {
        return passes || callbacks.count() > 0;
    }

    /** Returns whether anything but announcements is added. */
    boolean hasOtherAdditions() {
        return isRecorded || isCallbackBody || passes;
    }

    /**
     * Returns whether the method may be dropped: it neither passes callbacks to untraced code, nor is one, nor has
     * values to record. One that might receive callbacks, as any with an argument of type Object, may.
     */
    boolean isDroppable() {
        return isRecorded && !passes && !isCallbackBody && values == null;
    }

    String displayedName() {
        return typeName + "." + method.name;
    }

    MethodPlan withoutAnnouncements() {
        return new MethodPlan(method, typeName, isRecorded, isCallbackBody, passes, false, id, callbacks, values);
    }

    MethodPlan numbered(int newId) {
        return new MethodPlan(
                method, typeName, isRecorded, isCallbackBody, passes, announces, newId, callbacks, values);
    }

    MethodPlan withCallbacks(CallbackParameters parameters) {
        return new MethodPlan(method, typeName, isRecorded, isCallbackBody, passes, announces, id, parameters, values);
    }

    MethodPlan withValues(ValueCode code) {
        return new MethodPlan(method, typeName, isRecorded, isCallbackBody, passes, announces, id, callbacks, code);
    }
}
