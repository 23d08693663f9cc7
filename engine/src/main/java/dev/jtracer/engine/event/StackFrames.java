// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The stack frames of a trace by their ids. Filled by the source while it reads, and complete when all events were delivered:
 * a file may have its frames behind its events. Not safe for use by several threads.
 */
public final class StackFrames {
    /** No frames, for good. */
    public static final StackFrames NONE = new StackFrames(0, 0);

    /* More than profilers record. Callers may go in a circle, or on for as long as the file: each sample would cost that. */
    private static final int MOST_LEVELS = 2048;

    private final Map<String, Frame> frames = new HashMap<>();
    private final int maxFrames;
    private long charsLeft;

    /**
     * No frames yet.
     *
     * @param maxFrames frames at most
     * @param maxChars characters of all frames' ids, names and categories at most
     */
    public StackFrames(int maxFrames, long maxChars) {
        this.maxFrames = maxFrames;
        this.charsLeft = maxChars;
    }

    /**
     * A frame, whose caller is another one.
     *
     * @param name what runs in it
     * @param category its categories, separated by commas; empty when there are none
     * @param parent id of the frame that called it; empty for the outermost
     */
    public record Frame(String name, String category, String parent) {}

    /** Adds a frame, in place of one of the same id. Returns false if there is no room for it. */
    public boolean put(String id, Frame frame) {
        int chars = id.length()
                + frame.name().length()
                + frame.category().length()
                + frame.parent().length();
        if (frames.size() >= maxFrames || chars > charsLeft) {
            return false;
        }
        charsLeft -= chars;
        frames.put(id, frame);
        return true;
    }

    /** Calls {@code consumer} with each frame and its id. */
    public void forEach(BiConsumer<? super String, ? super Frame> consumer) {
        frames.forEach(consumer);
    }

    /** Returns the frame of an id and its callers, from the innermost, {@value #MOST_LEVELS} at most; empty if there is none. */
    public List<Frame> stack(String id) {
        List<Frame> stack = new ArrayList<>();
        int most = Math.min(frames.size(), MOST_LEVELS); // more than there are go in a circle
        Frame frame = frames.get(id);
        while (frame != null && stack.size() < most) {
            stack.add(frame);
            frame = frames.get(frame.parent());
        }
        return stack;
    }

    public int size() {
        return frames.size();
    }
}
