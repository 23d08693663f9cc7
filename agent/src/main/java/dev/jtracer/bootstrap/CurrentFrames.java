// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap;

import jdk.internal.vm.annotation.ForceInline;

/** The lookup of the current thread's open frames. */
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

    /**
     * Returns the open frames of the current thread, without those of an earlier recording.
     *
     * @param buffer the current thread's
     */
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
}
