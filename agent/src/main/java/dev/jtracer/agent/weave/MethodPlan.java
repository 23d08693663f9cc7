// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.CallbackParameters;

/**
 * The additions to one method.
 *
 * @param method the method, as it was read
 * @param typeName the class under whose name it is traced, with dots
 * @param isRecorded whether its calls are recorded; if not, they are tracked only for the callbacks that they hand over
 * @param isCallbackBody whether objects of the class are called back through this method
 * @param handsOver whether the method may hand callbacks to untraced calls
 * @param id id of the method's name; 0 until the method is numbered
 * @param callbacks the parameters that may hold callbacks; none until their names are numbered
 */
record MethodPlan(
        MethodScan method,
        String typeName,
        boolean isRecorded,
        boolean isCallbackBody,
        boolean handsOver,
        int id,
        CallbackParameters callbacks) {
    MethodPlan(MethodScan method, String typeName, boolean isRecorded, boolean isCallbackBody, boolean handsOver) {
        this(method, typeName, isRecorded, isCallbackBody, handsOver, 0, CallbackParameters.NONE);
    }

    MethodPlan numbered(int newId) {
        return new MethodPlan(method, typeName, isRecorded, isCallbackBody, handsOver, newId, callbacks);
    }

    MethodPlan withCallbacks(CallbackParameters parameters) {
        return new MethodPlan(method, typeName, isRecorded, isCallbackBody, handsOver, id, parameters);
    }
}
