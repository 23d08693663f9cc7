// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.picture;

import java.util.List;

/** The timelines of some windows, in the order in which the windows were given. Immutable. */
public record Timelines(List<Timeline> timelines) {
    public Timelines {
        timelines = List.copyOf(timelines);
    }
}
