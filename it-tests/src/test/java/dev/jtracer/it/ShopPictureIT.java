// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.shop.Shop;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.picture.TracePicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Draws the README's picture from a real run of the shop. Redraw it with {@code -Dgolden.update=true}. */
class ShopPictureIT {
    private static final Path PICTURE = Path.of("../examples/shop-trace.svg");
    private static final String PLACE = "dev.jtracer.examples.shop.Counter.place";
    private static final Pattern BOX = Pattern.compile("<title>(\\S+) [0-9.]+ .s</title>");

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void picture_showsEachCallOnce() throws IOException {
        StrictTrace trace = jvms.app(Shop.class)
                .agent("include=dev.jtracer.examples.shop,output=trace.json")
                .run()
                .trace();
        TracePicture.Window window = fromSecondOrder(trace);

        String picture = TracePicture.draw(trace, Shop.class.getName(), window);

        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PICTURE, picture);
        }
        assertThat(boxes(picture)).containsExactlyInAnyOrderElementsOf(callsWithin(trace, window));
        assertThat(trace.counts().keySet())
                .as("the picture in the repository names functions that the shop has no more; redraw it")
                .containsAll(boxes(Files.readString(PICTURE)));
    }

    /** When the shop's classes are loaded and the warehouse's thread works beside main, to the end of the last parcel. */
    private static TracePicture.Window fromSecondOrder(StrictTrace trace) {
        List<StrictTrace.Call> places = new ArrayList<>();
        long end = 0;
        for (StrictTrace.Row row : trace.rows()) {
            for (StrictTrace.Call call : all(row)) {
                if (call.name().equals(PLACE)) {
                    places.add(call);
                }
                if (row.thread().equals("warehouse")) {
                    end = Math.max(end, call.startNanos() + call.durationNanos());
                }
            }
        }
        assertThat(places).hasSize(3);
        long start = places.get(1).startNanos();
        long margin = (end - start) / 60;
        return new TracePicture.Window(start - margin, end + margin);
    }

    private static List<String> callsWithin(StrictTrace trace, TracePicture.Window window) {
        List<String> names = new ArrayList<>();
        for (StrictTrace.Row row : trace.rows()) {
            for (StrictTrace.Call call : all(row)) {
                if (window.overlaps(call)) {
                    names.add(call.name());
                }
            }
        }
        return names;
    }

    private static List<StrictTrace.Call> all(StrictTrace.Row row) {
        List<StrictTrace.Call> all = new ArrayList<>(row.outer().children());
        for (int i = 0; i < all.size(); i++) {
            all.addAll(all.get(i).children());
        }
        return all;
    }

    private static List<String> boxes(String picture) {
        return BOX.matcher(picture)
                .results()
                .map(box -> box.group(1).replace("&lt;", "<").replace("&gt;", ">"))
                .toList();
    }
}
