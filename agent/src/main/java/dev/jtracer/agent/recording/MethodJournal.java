// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.recording;

import dev.jtracer.engine.event.StringTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the names of woven methods for the live handlers and writes them to the recording, before the first call of a
 * method can be recorded. Any thread may call any method.
 */
public final class MethodJournal {
    private final StringTable names;
    private final Consumer<IOException> onFailure;
    private @Nullable RecordingWriter recording;

    /**
     * A journal without a recording.
     *
     * @param onFailure told when names could not be written; must not call back into this object
     */
    public MethodJournal(StringTable names, Consumer<IOException> onFailure) {
        this.names = names;
        this.onFailure = onFailure;
    }

    /** Takes the names of methods {@code firstId}, {@code firstId + 1} and so on, which must not be in use yet. */
    public synchronized void registered(int firstId, String[] methodNames) {
        for (int i = 0; i < methodNames.length; i++) {
            names.put(firstId + i, methodNames[i]);
        }
        RecordingWriter current = recording;
        if (current != null) {
            try {
                current.names(firstId, methodNames);
            } catch (IOException e) {
                recording = null;
                onFailure.accept(e);
            }
        }
    }

    /** Writes all names so far to a recording, and from here on every new one. */
    public synchronized void attach(RecordingWriter next) throws IOException {
        int first = 1;
        int count = names.size() - first;
        if (count > 0) {
            String[] known = new String[count];
            Arrays.setAll(known, i -> names.get(first + i));
            next.names(first, known);
        }
        recording = next;
    }

    /** Writes no more names. */
    public synchronized void detach() {
        recording = null;
    }
}
