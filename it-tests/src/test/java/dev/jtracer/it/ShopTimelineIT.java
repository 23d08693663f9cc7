// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.timeline.TimelineAssert.assertNamesOnlyFunctionsOf;
import static dev.jtracer.it.timeline.TimelineAssert.assertShowsEachCallOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.timeline.DrawnTimeline;
import dev.jtracer.it.timeline.TimelineAssert;
import dev.jtracer.it.timeline.TimelineAssert.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Draws the README's timeline from a real run of the shop. Redraw it with {@code -Dgolden.update=true}. */
class ShopTimelineIT {
    private static final Path TIMELINE = Path.of("../examples/shop-trace.svg");
    private static final String PLACE = "dev.jtracer.examples.shop.Counter.place";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void timeline_showsEachCallOnce() throws IOException {
        JvmResult shop = jvms.app(Shop.class)
                .agent("include=dev.jtracer.examples.shop,output=trace.json")
                .run();
        StrictTrace trace = shop.trace();
        Window window = fromSecondOrder(trace);

        String timeline = TimelineAssert.draw(jvms, shop.files(".json").get(0), window);

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(TIMELINE, timeline);
        }
        assertShowsEachCallOnce(DrawnTimeline.read(timeline), trace, window);
        assertNamesOnlyFunctionsOf(trace, DrawnTimeline.read(Files.readString(TIMELINE)));
    }

    /**
     * When the shop's classes are loaded and the warehouse's thread works beside main, to the end of the last parcel.
     */
    private static Window fromSecondOrder(StrictTrace trace) {
        List<StrictTrace.Call> places = new ArrayList<>();
        long end = 0;
        for (StrictTrace.Row row : trace.rows()) {
            for (StrictTrace.Call call : TimelineAssert.calls(row)) {
                if (call.name().equals(PLACE)) {
                    places.add(call);
                }
                if (row.thread().equals("warehouse")) {
                    end = Math.max(end, call.startNanos() + call.durationNanos());
                }
            }
        }
        assertThat(places).hasSize(3);
        return Window.around(places.get(1).startNanos(), end);
    }
}
