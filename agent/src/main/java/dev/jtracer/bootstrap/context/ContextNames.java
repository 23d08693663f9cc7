// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import dev.jtracer.bootstrap.LossCounter;
import dev.jtracer.bootstrap.RecordLayout;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The ids of the names of requests, or of statements: a bounded table each, because the texts come from outside of
 * the program. A client that requests many paths leaves room for the statements. A name begins with its kind, see
 * {@link RecordLayout#KIND_BEGIN}.
 */
final class ContextNames {
    static final ContextNames REQUESTS = new ContextNames("[request]HTTP ", "[request part]HTTP ", "(text dropped)");
    /** The requests that the program sends: their paths have a host before them. */
    static final ContextNames CALLS =
            new ContextNames("[sent request]HTTP ", "[sent request part]HTTP ", "to (text dropped)");

    static final ContextNames STATEMENTS = new ContextNames("[statement]SQL ", "", "(text dropped)");

    private static final String ERROR_PAGE = "[error page]HTTP ";

    /** Number of different texts; calls with any further text get the name of their kind alone. */
    static final int MOST = 1_000;

    /** The agent's. Returns the id of a name; 0 if none is left. */
    private static volatile @Nullable ToIntFunction<String> namer;

    private final String start;
    private final String partStart;
    private final String unknown;
    private final ConcurrentHashMap<String, Integer> ids = new ConcurrentHashMap<>();
    /** Id of the name without a text; 0 if there is none. */
    private volatile int unknownId;

    /**
     * @param start the kind and the begin of names
     * @param partStart those of what belongs to a request after the method that began it
     * @param unknown in place of a text
     */
    private ContextNames(String start, String partStart, String unknown) {
        this.start = start;
        this.partStart = partStart;
        this.unknown = unknown;
    }

    static void namer(@Nullable ToIntFunction<String> present) {
        namer = present;
        REQUESTS.clear();
        CALLS.clear();
        STATEMENTS.clear();
    }

    private void clear() {
        ids.clear();
        unknownId = 0;
    }

    /** Returns whether the id of a name is that of a text, and not of all those for which there is no room. */
    boolean isOfText(int id) {
        return id != 0 && id != unknownId;
    }

    /** Returns the id of the name with a text, or without one if there is no room for it; 0 if there are no ids. */
    int of(@Nullable String text) {
        return text == null ? id(start.concat(unknown), true) : id(start.concat(text), false);
    }

    /** Returns the id of the name of a request's end, after the method that began it. */
    int async(@Nullable String text) {
        return part(partStart, text, " async");
    }

    /** Returns the id of the name of a part of a request that is served after the method that began it. */
    int continued(@Nullable String text) {
        return part(partStart, text, " continued");
    }

    /** Returns the id of the name of an error page, which the thread serves after a request or a part that failed. */
    int errorPage(@Nullable String text) {
        return part(ERROR_PAGE, text, " error");
    }

    private int part(String begin, @Nullable String text, String end) {
        return text == null ? of(null) : id(begin.concat(text).concat(end), false);
    }

    private int id(String name, boolean isUnknown) {
        // No thread holds a buffer of the recorder here, so the map's monitors may unmount a virtual thread.
        Integer known = ids.get(name);
        if (known != null) {
            return known;
        }
        if (!isUnknown && ids.size() >= MOST) {
            LossCounter.TEXTS_DROPPED.increment();
            return of(null);
        }
        ToIntFunction<String> present = namer;
        int id = present == null ? 0 : present.applyAsInt(name);
        if (id != 0) {
            ids.put(name, id);
            if (isUnknown) {
                unknownId = id;
            }
        }
        return id;
    }
}
