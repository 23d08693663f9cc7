// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The stack frames of a trace by their ids. The source fills them during reading. They are complete when all events
 * were delivered, because a file may have its frames after its events. Not safe for use by several threads.
 */
public final class StackFrames {
    /** An empty table without room for frames. */
    public static final StackFrames NONE = new StackFrames(0, 0);

    /* More than profilers record. In a hostile file, callers may form a cycle or a chain as long as the file, which
     * each sample would traverse. */
    private static final int MOST_LEVELS = 2048;

    private final Map<String, Frame> frames = new HashMap<>();
    private final int maxFrames;
    private long charsLeft;

    /**
     * @param maxFrames limit of frames
     * @param maxChars limit of the characters of all frames' ids, names and categories
     */
    public StackFrames(int maxFrames, long maxChars) {
        this.maxFrames = maxFrames;
        this.charsLeft = maxChars;
    }

    /**
     * A frame. Its caller is another frame.
     *
     * @param name name of the running function
     * @param category its categories, separated by commas; empty if there are none
     * @param parent id of the frame that called it; empty for the outermost
     */
    public record Frame(String name, String category, String parent) {}

    /** Adds a frame or replaces the frame with the same id. Returns false if there is no room for it. */
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

    /** Returns the frame of an id and its callers, innermost first, {@value #MOST_LEVELS} at most; empty if none. */
    public List<Frame> stack(String id) {
        List<Frame> stack = new ArrayList<>();
        int most = Math.min(frames.size(), MOST_LEVELS); // more levels than frames are a cycle
        Frame frame = frames.get(id);
        while (frame != null && stack.size() < most) {
            stack.add(frame);
            frame = frames.get(frame.parent());
        }
        return stack;
    }
}
