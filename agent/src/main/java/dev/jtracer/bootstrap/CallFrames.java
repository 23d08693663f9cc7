// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/** The frames of calls that involve callbacks: opens and closes them, and ends the calls that exceptions leave open. */
final class CallFrames {
    private CallFrames() {}

    @ForceInline
    static void open(int methodId) {
        if (TracerSwitch.leavesOut()) {
            return;
        }
        CurrentFrames.of(ThreadBuffers.current()).push(methodId, null);
    }

    // Called inside a try block, because the stack may end here.
    @DontInline
    static void close(int methodId) {
        if (TracerSwitch.leavesOut()) {
            return;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = CurrentFrames.of(buffer);
        endCallsWithin(buffer, frames, methodId);
        frames.pop(methodId);
    }

    /** Ends the recorded calls that are open within the frame of a call, whose own frame stays open. */
    @ForceInline
    static void endCallsWithin(int methodId) {
        if (TracerSwitch.leavesOut()) {
            return;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        endCallsWithin(buffer, CurrentFrames.of(buffer), methodId);
    }

    @ForceInline
    private static void endCallsWithin(ThreadBuffer buffer, OpenFrames frames, int methodId) {
        for (int call = frames.popCallWithin(methodId); call != 0; call = frames.popCallWithin(methodId)) {
            OpenCalls.ended(buffer);
            Records.append(buffer, System.nanoTime(), call << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
        }
    }
}
