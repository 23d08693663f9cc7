// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.cli.command.CommandException;
import dev.jtracer.agent.cli.command.Terminal;
import dev.jtracer.agent.config.Quantity;
import dev.jtracer.engine.chrome.write.SegmentCounts;
import dev.jtracer.engine.event.TraceLimits;
import dev.jtracer.engine.exporter.ExportLoss;
import dev.jtracer.engine.exporter.ExportReport;
import dev.jtracer.engine.exporter.format.ExportFormat;
import dev.jtracer.engine.jtr.LostRecords;
import dev.jtracer.engine.jtr.RecordingException;
import dev.jtracer.engine.jtr.RetainedWindow;
import dev.jtracer.engine.jtr.SlowWindows;
import dev.jtracer.engine.jtr.read.Converter;
import dev.jtracer.engine.jtr.read.WindowTraces;
import dev.jtracer.engine.pairing.PairingProblem;
import dev.jtracer.engine.text.CountText;
import dev.jtracer.engine.text.DurationText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Conversion of a recording to the trace that its JVM would have written, even if it was killed. */
record RecordingConversion(ConvertRequest request, Terminal terminal) {
    /** Returns whether this conversion handles a request. */
    static boolean suits(ConvertRequest request) {
        return request.files().size() == 1
                && TraceInputs.isRecording(request.files().get(0))
                && request.format().equals(ExportFormat.CHROME);
    }

    void run() throws CommandException {
        Path recording = TraceInputs.find(request.files().get(0));
        try (Converter converter = new Converter(recording)) {
            SlowWindows slow = converter.slow();
            if (slow != null && slow.windows().isEmpty()) {
                terminal.err()
                        .println(nothingSlow(Quantity.DURATION.format(slow.leastNanos()), converter.wasKilled())
                                + ", so there is nothing to convert");
                return;
            }
            Path trace = request.trace();
            if (slow != null && converter.wasKilled()) {
                terminal.err().println(killed(slow, converter.keepsHangingCalls()));
            }
            if (slow != null && slow.windows().size() > 1 && TraceDestination.STDOUT.equals(trace)) {
                new TraceConversion(request, terminal).run(); // one trace of all windows, for one stream
                return;
            }
            convert(converter, trace == null ? defaultTrace(recording, converter) : trace, request.limits());
        } catch (RecordingException e) {
            throw ConversionFiles.damage(e);
        } catch (IOException e) {
            throw ConversionFiles.unreadable(recording, e);
        }
    }

    private static String nothingSlow(String least, boolean killed) {
        return killed
                ? "no call of " + least
                        + " or longer had ended when the JVM was killed, and the ring has the begin of none that was open"
                : "no call took " + least + " or longer";
    }

    private static String killed(SlowWindows slow, boolean hanging) {
        if (!hanging) {
            return "a slow call that had not ended when the JVM was killed is dropped";
        }
        RetainedWindow window = slow.windows().get(0);
        return "no slow call had ended when the JVM was killed; retained is what followed the begin of '"
                + window.longest() + "', which had not, " + DurationText.of(window.longestNanos())
                + " before the last record";
    }

    private void convert(Converter converter, Path trace, TraceLimits limits) throws CommandException {
        long start = System.nanoTime();
        SegmentCounts counts;
        try (TraceDestination destination =
                new TraceDestination(trace, converter.recording().files(), terminal)) {
            try {
                SlowWindows slow = converter.slow();
                counts = slow == null
                        ? converter.convert(destination, limits, destination::progress, () -> false)
                        : new WindowTraces(converter, destination, limits)
                                .write(slow.windows(), destination::progress, () -> false);
            } catch (IOException e) {
                throw destination.failure(e);
            }
            if (counts == null) {
                throw new IllegalStateException("cancelled, though nobody can");
            }
            destination.complete();
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        terminal.err().println(summary(converter, counts) + " in " + millis + " ms");
        String spoolProblem = converter.spoolProblem();
        if (spoolProblem != null) {
            terminal.err()
                    .println(spoolProblem
                            + ", so the last calls before the JVM's end are not here; put the spool of this recording"
                            + " beside it and convert again");
        }
        converter.recording().damages().forEach(damage -> terminal.err()
                .println(damage + "; the records before and behind it were read, those in it are lost"));
        losses(counts).forEach((loss, count) -> terminal.err().println(CountText.described(count, loss)));
    }

    private static String summary(Converter converter, SegmentCounts counts) {
        StringBuilder text = new StringBuilder(
                CountText.plain(counts.calls(), "call") + " of " + CountText.plain(converter.records(), "record"));
        if (converter.isGrowing()) {
            text.append(", of a recording that goes on");
        } else if (converter.wasKilled() && converter.spoolProblem() == null) {
            text.append(", " + converter.recordsFromSpool()
                    + " of them saved from the spool, because the JVM was killed or could not write");
        }
        LostRecords lost = converter.lostRecords();
        if (lost.total() > 0) {
            text.append(", " + lost.total() + " lost (" + lost.causes() + ")");
        }
        if (!converter.earlyEnd().isEmpty()) {
            text.append(", ended before its stop " + converter.earlyEnd());
        }
        if (converter.overwrittenRecords() > 0) {
            text.append(", " + converter.overwrittenRecords() + " older ones dropped for newer ones");
        }
        if (converter.recording().namesLost() > 0) {
            text.append(
                    ", the names of " + CountText.plain(converter.recording().namesLost(), "method") + " lost");
        }
        if (converter.recording().isTorn() && !converter.isGrowing()) {
            text.append(", a block at the end torn");
        }
        return text + ExportReport.callbacksText(counts.passes(), counts.runs());
    }

    /** Returns what did not pair up or was dropped, in the words of every other conversion. */
    private static Map<String, Long> losses(SegmentCounts counts) {
        Map<String, Long> losses = new LinkedHashMap<>();
        losses.put(PairingProblem.UNMATCHED_BEGIN.label(), counts.unmatchedEnters() + counts.openAtEnd());
        losses.put(PairingProblem.UNMATCHED_END.label(), counts.unmatchedExits());
        losses.put(PairingProblem.OUT_OF_ORDER.label(), counts.movedForward());
        losses.put(ExportLoss.TOO_DEEP.remedy(), counts.depthCut());
        losses.put(ExportLoss.TOO_SHORT.remedy(), counts.tooShort());
        losses.values().removeIf(count -> count == 0);
        return losses;
    }

    /** Returns the path that the traced JVM would have used; a requested recording becomes plain JSON. */
    private static Path defaultTrace(Path recording, Converter converter) {
        String name = converter.recording().header().outputFile();
        return name.isEmpty() || name.endsWith(".jtr")
                ? new TraceInputs(List.of(recording)).beside(".json")
                : recording.resolveSibling(name);
    }
}
