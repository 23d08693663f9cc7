// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import dev.jtracer.engine.handler.totals.CallbacksHandler;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.FunctionsHandler;
import dev.jtracer.engine.importer.TraceImport;
import dev.jtracer.engine.model.ParsedTrace;
import dev.jtracer.engine.model.TraceProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Takes the totals of a file far larger than the heap. Argument: megabytes, 10,000 without it. A heap that does not
 * suffice ends it with an OutOfMemoryError.
 *
 * <p>{@code mvn -Pjmh -pl engine/formats -am process-test-classes
 * -Dbench.main='-Xmx256m dev.jtracer.engine.TotalsOfLargeFile' -Dbench=10000}
 */
public final class TotalsOfLargeFile {
    private TotalsOfLargeFile() {}

    public static void main(String[] arguments) throws IOException {
        long megabytes = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000;
        Path file = Files.createTempFile("totals", ".json");
        try {
            CallsFile.write(file, megabytes * 1_000_000);
            long start = System.nanoTime();
            ParsedTrace trace = new TraceProcessor(List.of(new FunctionsHandler(), new CallbacksHandler()))
                    .parse(TraceImport.open(file));
            double seconds = (System.nanoTime() - start) / 1e9;
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            System.out.printf(
                    Locale.ROOT,
                    "%d calls of %d MB in %.1f s: %.0f MB/s; heap: limit %d MB, in use afterwards %d MB%n",
                    trace.data(FunctionsHandler.class).rows().stream()
                            .mapToLong(row -> row.finished().count())
                            .sum(),
                    megabytes,
                    seconds,
                    megabytes / seconds,
                    runtime.maxMemory() >> 20,
                    (runtime.totalMemory() - runtime.freeMemory()) >> 20);
        } finally {
            Files.delete(file);
        }
    }
}
