// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.timing;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import dev.jtracer.engine.json.JsonObjects;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code detail} of a user timing: an object from the program, whose member {@code devtools} assigns the timing to a
 * track of the program's own.
 *
 * @param devtools that member; empty without one
 * @param others all other members
 */
record TimingDetail(Args devtools, Args others) {
    private static final String DETAIL = "detail";
    private static final String DEVTOOLS = "devtools";
    private static final TimingDetail NONE = new TimingDetail(Args.EMPTY, Args.EMPTY);

    /** Returns the detail of a mark, or of the begin of a measure: in {@code args} or {@code args.data}, as JSON text or as JSON. */
    static TimingDetail of(TraceEvent event) {
        if (!event.hasDetails()) {
            return NONE;
        }
        Args args = event.args();
        Args detail = read(args);
        return of(detail.isEmpty() ? read(args.object("data")) : detail);
    }

    private static TimingDetail of(Args detail) {
        if (detail.isEmpty()) {
            return NONE;
        }
        Map<String, @Nullable Object> others = new LinkedHashMap<>(detail.asMap());
        others.remove(DEVTOOLS);
        return new TimingDetail(detail.object(DEVTOOLS), Args.of(others));
    }

    private static Args read(Args holder) {
        String text = holder.text(DETAIL);
        return text == null ? holder.object(DETAIL) : parse(text);
    }

    /** Parses the text of an object; returns an empty one if it is none. */
    static Args parse(String text) {
        Args parsed = JsonObjects.parse(text);
        return parsed == null ? Args.EMPTY : parsed;
    }
}
