// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The current thread's open frames of calls that involve callbacks: finds them, opens and closes them, and ends the
 * calls that exceptions leave open.
 */
final class CurrentFrames {
    /** The frames of a virtual thread; a platform thread's frames are in its buffer, which is faster to reach. */
    private static final ThreadLocal<OpenFrames> OF_VIRTUAL = new ThreadLocal<>();

    private CurrentFrames() {}

    static void initialize() {
        OF_VIRTUAL.get();
        OpenFrames frames = new OpenFrames();
        frames.enterEpoch(0);
        frames.addSite(frames, 1, 1);
        frames.removeSites();
    }

    /** Returns the open frames of the current thread, whose buffer it is, without those of an earlier recording. */
    @ForceInline
    static OpenFrames of(ThreadBuffer buffer) {
        OpenFrames frames = buffer.direct == null ? ofVirtual() : buffer.frames;
        frames.enterEpoch(TracerSwitch.epoch());
        return frames;
    }

    private static OpenFrames ofVirtual() {
        OpenFrames frames = OF_VIRTUAL.get();
        if (frames == null) {
            frames = new OpenFrames();
            OF_VIRTUAL.set(frames);
        }
        return frames;
    }

    @ForceInline
    static void open(int methodId) {
        if (TracerSwitch.drops()) {
            return;
        }
        of(ThreadBuffers.current()).push(methodId, null);
    }

    // Called inside a try block, because the stack may end here.
    @DontInline
    static void close(int methodId) {
        if (TracerSwitch.drops()) {
            return;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        OpenFrames frames = of(buffer);
        endCallsWithin(buffer, frames, methodId);
        frames.pop(methodId);
    }

    /** Ends the recorded calls that are open within the frame of a call, whose own frame stays open. */
    @ForceInline
    static void endCallsWithin(int methodId) {
        if (TracerSwitch.drops()) {
            return;
        }
        ThreadBuffer buffer = ThreadBuffers.current();
        endCallsWithin(buffer, of(buffer), methodId);
    }

    @ForceInline
    private static void endCallsWithin(ThreadBuffer buffer, OpenFrames frames, int methodId) {
        for (int call = frames.popCallWithin(methodId); call != 0; call = frames.popCallWithin(methodId)) {
            OpenCalls.ended(buffer);
            Records.append(buffer, System.nanoTime(), call << RecordLayout.KIND_BITS | RecordLayout.KIND_THROW);
        }
    }
}
