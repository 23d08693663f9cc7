// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.partial;

import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.CallPathSums;
import dev.jtracer.engine.handler.path.OutermostCall;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.request.Requests;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.SlowHandOff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Encoding of a {@link PartialReport}: {@code JTpr}, the version, then a {@link Deflated} body of varints. A text is written where it
 * first occurs, and by its number afterwards.
 */
public final class PartialReportCodec {
    private static final int MAGIC = 0x4a547072; // "JTpr"
    private static final int VERSION = 6;

    /* Types of an argument. */
    private static final int NUMBER = 0;
    private static final int TEXT = 1;

    private PartialReportCodec() {}

    /** Returns a report as bytes, which {@link #decode} reads. Reports on the same recordings have equal bytes. */
    public static byte[] encode(PartialReport report) {
        PartialOutput head = new PartialOutput();
        for (int shift = 24; shift >= 0; shift -= 8) {
            head.writeByte(MAGIC >>> shift);
        }
        head.writeByte(VERSION);
        return Deflated.append(head.toBytes(), new Writer(report).body());
    }

    /**
     * Decodes the result of {@link #encode}. The bytes need not be trusted.
     *
     * @throws PartialFormatException if they are damaged, something else, or of another version
     */
    public static PartialReport decode(byte[] bytes) throws PartialFormatException {
        PartialInput head = input(bytes);
        int magic = 0;
        for (int i = 0; i < Integer.BYTES && i < bytes.length; i++) {
            magic = magic << 8 | head.readByte();
        }
        head.require(magic == MAGIC, "it does not begin with 'JTpr'");
        int version = head.readByte();
        head.require(version == VERSION, "it is of version '" + version + "', this program reads '" + VERSION + "'");
        PartialInput body = input(Deflated.read(bytes, Integer.BYTES + 1, head));
        PartialReport report = new Reader(body).report();
        body.requireEnd();
        return report;
    }

    private static PartialInput input(byte[] bytes) {
        return new PartialInput(bytes, "partial report", "make it again from its recording");
    }

    private static final class Writer {
        private final PartialReport report;
        private final PartialOutput out = new PartialOutput();
        private final Map<String, Integer> texts = new HashMap<>();
        private final Map<RecordingShare, Integer> shares = new HashMap<>();

        Writer(PartialReport report) {
            this.report = report;
        }

        byte[] body() {
            out.writeUnsigned(report.slowest());
            out.writeUnsigned(report.recordings());
            for (RecordingShare share : report.shares()) {
                shares.put(share, shares.size());
                ShareCodec.write(share, out);
            }
            out.writeUnsigned(report.functions().size());
            report.functions().forEach(this::write);
            out.writeUnsigned(report.callbacks().size());
            report.callbacks().forEach(this::write);
            write(report.paths().paths());
            ranking(report.outermost(), call -> {
                out.writeUnsigned(call.track());
                out.writeSigned(call.startNanos());
                write(List.of(call.path()));
                arguments(call.arguments());
                out.writeUnsigned(call.requestNanos());
            });
            ranking(report.slowCalls(), this::write);
            ranking(report.slowBySelf(), this::write);
            ranking(report.slowHandOffs(), this::write);
            report.counts().write(out);
            out.writeUnsigned(report.requests().rows().size());
            report.requests().rows().forEach(this::write);
            return out.toBytes();
        }

        private void arguments(Map<String, Object> arguments) {
            out.writeUnsigned(arguments.size());
            arguments.forEach((key, value) -> {
                text(key);
                out.writeByte(value instanceof Long ? NUMBER : TEXT);
                if (value instanceof Long number) {
                    out.writeSigned(number);
                } else {
                    text(value.toString());
                }
            });
        }

        private void text(String text) {
            Integer known = texts.putIfAbsent(text, texts.size());
            out.writeUnsigned(known == null ? texts.size() - 1 : known);
            if (known == null) {
                out.writeText(text);
            }
        }

        private void write(Functions.Row row) {
            text(row.name());
            numbers(
                    row.count(),
                    row.minNanos(),
                    row.maxNanos(),
                    row.totalNanos(),
                    row.nestedNanos(),
                    row.openNanos(),
                    row.selfNanos(),
                    row.threw(),
                    row.unfinished(),
                    row.pending(),
                    row.callbackRuns());
            write(row.calls());
            HistogramCodec.write(row.durations(), out);
        }

        private void write(Callbacks.Row row) {
            text(row.name());
            text(row.site());
            numbers(row.passings(), row.hops(), row.pending());
            write(row.handOff());
            write(row.total());
            write(row.run());
            numbers(
                    row.selfNanos(),
                    row.threw(),
                    row.unfinished(),
                    row.ambiguous(),
                    row.onAnotherThread(),
                    row.repeated(),
                    row.unclear());
            HistogramCodec.write(row.handOffs(), out);
            HistogramCodec.write(row.runs(), out);
        }

        private void write(Requests.Row row) {
            text(row.name());
            numbers(row.isSent() ? 1 : 0);
            numbers(row.informational(), row.successful(), row.redirected(), row.clientErrors(), row.serverErrors());
            numbers(row.notEnded());
            write(row.durations());
            HistogramCodec.write(row.distribution(), out);
        }

        private void write(Durations durations) {
            numbers(durations.count(), durations.minNanos(), durations.maxNanos(), durations.totalNanos());
        }

        private void numbers(long... numbers) {
            for (long number : numbers) {
                out.writeUnsigned(number);
            }
        }

        private void write(List<CallPath> paths) {
            int[] size = {0};
            CallPath.visit(paths, (caller, path) -> size[0]++);
            out.writeUnsigned(size[0]);
            CallPath.visit(paths, (caller, path) -> {
                out.writeSigned(caller);
                text(path.name());
                numbers(path.calls(), path.unfinished(), path.totalNanos(), path.selfNanos());
            });
        }

        private <T> void ranking(Ranking<T> ranking, Consumer<T> elements) {
            out.writeUnsigned(ranking.elements().size());
            for (Ranking.Ranked<T> ranked : ranking.elements()) {
                out.writeUnsigned(shares.getOrDefault(ranked.share(), -1));
                elements.accept(ranked.value());
            }
        }

        private void write(SlowCall call) {
            out.writeUnsigned(call.track());
            out.writeSigned(call.startNanos());
            numbers(
                    call.durationNanos(),
                    call.selfNanos(),
                    call.unfinished() ? 1 : 0,
                    call.path().size());
            call.path().forEach(this::text);
        }

        private void write(SlowHandOff handOff) {
            text(handOff.name());
            text(handOff.site());
            numbers(handOff.passedTrack(), handOff.runTrack());
            out.writeSigned(handOff.passedNanos());
            out.writeSigned(handOff.runStartNanos());
            out.writeSigned(handOff.runEndNanos());
        }
    }

    private static final class Reader {
        private final PartialInput in;
        private final List<String> texts = new ArrayList<>();
        private final List<RecordingShare> shares = new ArrayList<>();

        Reader(PartialInput in) {
            this.in = in;
        }

        /** A reader of an element of a ranking. */
        private interface Element<T> {
            T read(int tracks) throws PartialFormatException;
        }

        PartialReport report() throws PartialFormatException {
            PartialReport report = new PartialReport(in.readIndex(Integer.MAX_VALUE));
            for (int left = in.readLength(); left > 0; left--) {
                RecordingShare share = ShareCodec.read(in);
                shares.add(share);
                report.add(share);
            }
            in.require(report.recordings() == shares.size(), "a recording is there twice");
            for (int left = in.readLength(); left > 0; left--) {
                report.add(function());
            }
            for (int left = in.readLength(); left > 0; left--) {
                report.add(callback());
            }
            paths(report.paths());
            ranking(report.outermost(), this::outermostCall);
            ranking(report.slowCalls(), this::slowCall);
            ranking(report.slowBySelf(), this::slowCall);
            ranking(report.slowHandOffs(), this::slowHandOff);
            report.add(TraceCounts.read(in));
            report.add(requests());
            return report;
        }

        private String text() throws PartialFormatException {
            int number = in.readIndex(texts.size() + 1);
            if (number == texts.size()) {
                texts.add(in.readText());
            }
            return texts.get(number);
        }

        private Functions.Row function() throws PartialFormatException {
            return new Functions.Row(
                    text(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    in.readCount(),
                    durations(),
                    HistogramCodec.read(in));
        }

        private Callbacks.Row callback() throws PartialFormatException {
            String name = text();
            String site = text();
            long passings = in.readCount();
            long hops = in.readCount();
            long pending = in.readCount();
            Durations handOff = durations();
            Durations total = durations();
            Durations run = durations();
            long selfNanos = in.readCount();
            long threw = in.readCount();
            long unfinished = in.readCount();
            long ambiguous = in.readCount();
            long onAnotherThread = in.readCount();
            long repeated = in.readCount();
            long unclear = in.readCount();
            return new Callbacks.Row(
                    name,
                    passings,
                    hops,
                    pending,
                    handOff,
                    total,
                    run,
                    selfNanos,
                    threw,
                    unfinished,
                    ambiguous,
                    onAnotherThread,
                    HistogramCodec.read(in),
                    HistogramCodec.read(in),
                    site,
                    repeated,
                    unclear);
        }

        private Requests requests() throws PartialFormatException {
            List<Requests.Row> rows = new ArrayList<>();
            for (int left = in.readLength(); left > 0; left--) {
                Requests.Row statuses = new Requests.Row(
                        text(),
                        in.readCount() != 0,
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount(),
                        in.readCount());
                rows.add(statuses.lasting(in.readCount(), durations(), HistogramCodec.read(in)));
            }
            return new Requests(rows);
        }

        private Durations durations() throws PartialFormatException {
            return new Durations(in.readCount(), in.readCount(), in.readCount(), in.readCount());
        }

        private void paths(CallPathSums sums) throws PartialFormatException {
            CallPathSums.Insertion insertion = sums.insertion();
            for (int left = in.readLength(); left > 0; left--) {
                long caller = in.readSigned();
                in.require(caller >= -1 && caller < insertion.size(), "a path is before its caller");
                insertion.add((int) caller, text(), in.readCount(), in.readCount(), in.readCount(), in.readCount());
            }
        }

        private <T> void ranking(Ranking<T> ranking, Element<T> element) throws PartialFormatException {
            for (int left = in.readLength(); left > 0; left--) {
                RecordingShare share = shares.get(in.readIndex(shares.size()));
                ranking.add(share, element.read(share.tracks().size()));
            }
        }

        private OutermostCall outermostCall(int tracks) throws PartialFormatException {
            int track = in.readIndex(tracks);
            long startNanos = in.readSigned();
            CallPathSums sums = new CallPathSums();
            paths(sums);
            List<CallPath> roots = sums.paths();
            in.require(roots.size() == 1, "an outermost call is not one");
            return new OutermostCall(track, startNanos, roots.get(0), arguments(), in.readCount());
        }

        private Map<String, Object> arguments() throws PartialFormatException {
            Map<String, Object> arguments = new LinkedHashMap<>();
            for (int left = in.readLength(); left > 0; left--) {
                String key = text();
                arguments.put(key, in.readByte() == NUMBER ? (Object) in.readSigned() : text());
            }
            return arguments;
        }

        private SlowCall slowCall(int tracks) throws PartialFormatException {
            int track = in.readIndex(tracks);
            long startNanos = in.readSigned();
            long durationNanos = in.readCount();
            long selfNanos = in.readCount();
            boolean unfinished = in.readCount() != 0;
            List<String> path = new ArrayList<>();
            for (int left = in.readLength(); left > 0; left--) {
                path.add(text());
            }
            in.require(!path.isEmpty(), "a slow call has no name");
            return new SlowCall(track, startNanos, durationNanos, selfNanos, unfinished, path);
        }

        private SlowHandOff slowHandOff(int tracks) throws PartialFormatException {
            String name = text();
            String site = text();
            int passedTrack = in.readIndex(tracks);
            int runTrack = in.readIndex(tracks);
            return new SlowHandOff(
                    name, passedTrack, in.readSigned(), runTrack, in.readSigned(), in.readSigned(), site);
        }
    }
}
