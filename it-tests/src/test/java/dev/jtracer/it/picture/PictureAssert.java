// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Call;
import dev.jtracer.it.harness.StrictTrace.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Comparison of pictures with traces. */
public final class PictureAssert {
    private static final Pattern BOX = Pattern.compile("<title>(\\S+) [0-9.]+ .s</title>");
    private static final Pattern ARROW = Pattern.compile("<path class='arrow'");

    private PictureAssert() {}

    /** Checks that each call which is open within the window has one box, and that there are no others. */
    public static void assertShowsEachCallOnce(String picture, StrictTrace trace, TracePicture.Window window) {
        List<String> names = new ArrayList<>();
        for (Row row : trace.rows()) {
            for (Call call : calls(row)) {
                if (window.overlaps(call)) {
                    names.add(call.name());
                }
            }
        }
        assertThat(boxes(picture)).containsExactlyInAnyOrderElementsOf(names);
    }

    /** Checks that a picture drawn earlier contains no name that the program no longer has. */
    public static void assertNamesOnlyFunctionsOf(StrictTrace trace, String earlierPicture) {
        assertThat(trace.counts().keySet())
                .as("the picture in the repository names functions that the program has no more; redraw it")
                .containsAll(boxes(earlierPicture));
    }

    /** Returns how many arrows the picture has. */
    public static long arrows(String picture) {
        return ARROW.matcher(picture).results().count();
    }

    /** Returns all calls of a thread, callers before the called. */
    public static List<Call> calls(Row row) {
        List<Call> calls = new ArrayList<>(row.outer().children());
        for (int i = 0; i < calls.size(); i++) {
            calls.addAll(calls.get(i).children());
        }
        return calls;
    }

    private static List<String> boxes(String picture) {
        return BOX.matcher(picture)
                .results()
                .map(box -> box.group(1).replace("&lt;", "<").replace("&gt;", ">"))
                .toList();
    }
}
