// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.examples.callbacks.PriceRequest;
import dev.jtracer.it.harness.JsonValue;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A recording as a profile for Firefox Profiler. */
class FirefoxProfileIT {
    @RegisterExtension
    private final Jvms jvms = new Jvms();

    @Test
    void profile_hasTheThreadsCallsAndPassesOfTheRecording() throws IOException {
        Path recording = jvms.newDirectory("in").resolve("price.jtr");
        JvmResult recorded = jvms.app(PriceRequest.class)
                .agent("include=dev.jtracer.examples,output=" + recording)
                .run();
        assertThat(recorded.exitCode()).as(recorded.stderr()).isZero();

        Path file = recording.resolveSibling("price.firefox.json");
        JvmResult result = jvms.jtracer("convert", recording.toString(), "-o", file.toString())
                .run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        // 20 calls, and 10 runs of 10 callbacks that were passed
        assertThat(result.stderr())
                .startsWith("20 calls, 10 passes of callbacks, 10 runs of ")
                .hasLineCount(1);
        Map<String, Object> profile = JsonValue.object(Files.readString(file));
        List<String> names = new ArrayList<>();
        List<String> markers = new ArrayList<>();
        int begins = 0;
        for (Map<String, Object> thread : objects(profile, "threads")) {
            names.add(thread.get("processName") + "/" + thread.get("name"));
            begins += begins(thread, object(profile, "shared"));
            for (Map<String, Object> marker : objects(object(thread, "markers"), "data")) {
                markers.add(String.valueOf(marker.get("type")));
            }
        }
        assertThat(names)
                .containsExactly(
                        PriceRequest.class.getName() + "/main",
                        PriceRequest.class.getName() + "/lookup",
                        PriceRequest.class.getName() + "/reply");
        assertThat(begins).isEqualTo(30);
        assertThat(markers)
                .filteredOn(marker -> marker.equals("Callback passed"))
                .hasSize(10);
        assertThat(markers).filteredOn(marker -> marker.equals("Callback run")).hasSize(10);
        assertThat(markers)
                .filteredOn(marker -> !marker.equals("Stall")) // of this computer
                .hasSize(20);
    }

    /** Counts the samples whose stack is the previous one and one more function. */
    private static int begins(Map<String, Object> thread, Map<String, Object> shared) {
        List<? extends @Nullable Object> callers = list(object(shared, "stackTable"), "prefix");
        int begins = 0;
        @Nullable Object before = null;
        for (Object stack : list(object(thread, "samples"), "stack")) {
            if (stack instanceof Number node
                    && !stack.equals(before)
                    && Objects.equals(callers.get(node.intValue()), before)) {
                begins++;
            }
            before = stack;
        }
        return begins;
    }

    @SuppressWarnings("unchecked") // what JsonValue makes of an object
    private static Map<String, Object> object(Map<String, Object> parent, String name) {
        return (Map<String, Object>) Objects.requireNonNull(parent.get(name), name);
    }

    private static List<? extends @Nullable Object> list(Map<String, Object> parent, String name) {
        return (List<?>) Objects.requireNonNull(parent.get(name), name);
    }

    @SuppressWarnings("unchecked") // what JsonValue makes of an array of objects
    private static List<Map<String, Object>> objects(Map<String, Object> parent, String name) {
        return (List<Map<String, Object>>) Objects.requireNonNull(parent.get(name), name);
    }
}
