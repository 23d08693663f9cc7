// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import dev.jtracer.agent.weave.callback.CallbackParameters;
import dev.jtracer.agent.weave.callback.CallbackScan;
import dev.jtracer.agent.weave.code.ValueCode;
import org.jspecify.annotations.Nullable;

/** The additions to one method. */
final class MethodPlan {
    /** The method, as it was read. */
    final MethodScan method;

    /** The class under whose name it is traced, with dots. */
    final String typeName;

    /** Whether its calls are recorded; if not, they are tracked only for the callbacks that they pass over. */
    final boolean isRecorded;

    /** Whether objects of the class are called back through this method. */
    final boolean isCallbackBody;

    /** Whether the method may pass callbacks to untraced calls. */
    final boolean passes;

    /** Whether the method may pass callbacks to included methods, and announces these passes. */
    boolean announces;

    /** Id of the method's name; 0 until the method is numbered. */
    int id;

    /** The parameters that may hold callbacks; none until their names are numbered. */
    CallbackParameters callbacks = CallbackParameters.NONE;

    /** The code that records arguments and result; null if they are not wanted. */
    @Nullable
    ValueCode values;

    /** @param passed what the method does with callbacks; null if its callbacks are left alone */
    MethodPlan(
            MethodScan method,
            String typeName,
            boolean isRecorded,
            boolean isCallbackBody,
            @Nullable CallbackScan passed) {
        this.method = method;
        this.typeName = typeName;
        this.isRecorded = isRecorded;
        this.isCallbackBody = isCallbackBody;
        this.passes = passed != null && passed.passes();
        this.announces = passed != null && passed.announces();
    }

    /** Returns whether the method's calls open a frame: they receive callbacks, or pass some to untraced calls. */
    boolean opens() {
        return passes || callbacks.count() > 0;
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
}
