// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.handler.path.CallPath;
import dev.jtracer.engine.handler.path.CallPathSums;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.request.Requests;
import dev.jtracer.engine.handler.totals.Callbacks;
import dev.jtracer.engine.handler.totals.Durations;
import dev.jtracer.engine.handler.totals.Functions;
import dev.jtracer.engine.handler.totals.Histogram;
import dev.jtracer.engine.handler.totals.SlowPass;
import dev.jtracer.engine.handler.totals.ThreadCpu;
import dev.jtracer.engine.handler.totals.Wait;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Encoding of a {@link PartialReport}: {@code JTpr}, version, body of varints by {@link Coding}, deflated. */
public final class PartialReportCodec {
    private static final int MAGIC = 0x4a547072; // "JTpr"
    private static final byte VERSION = 11;

    /* Values to be ignored in reading. */
    private static final Functions.Row NO_FUNCTION =
            new Functions.Row("", Durations.NONE, 0, 0, 0, 0, 0, 0, 0, Durations.NONE, new Histogram());
    private static final Callbacks.Row NO_CALLBACK = new Callbacks.Row(
            "",
            0,
            0,
            0,
            Durations.NONE,
            Durations.NONE,
            Durations.NONE,
            0,
            0,
            0,
            0,
            0,
            new Histogram(),
            new Histogram(),
            "",
            0,
            0,
            0);
    private static final Requests.Row NO_REQUEST =
            new Requests.Row("", false, 0, 0, 0, 0, 0, Durations.NONE, new Histogram(), 0);
    private static final SlowCall NO_SLOW_CALL = new SlowCall(0, 0, 0, 0, false, List.of());
    private static final SlowPass NO_PASS = new SlowPass("", 0, 0, 0, 0, 0, "");
    private static final Wait NO_WAIT = new Wait("", 0, 0, 0, NO_PASS, 0, "", 0, ThreadCpu.Range.UNKNOWN, List.of());
    private static final int MOST_WAITS = 100;
    private static final Object NO_ARGUMENT = "";

    private final Coding coding;
    private final List<RecordingShare> shares = new ArrayList<>();

    private PartialReportCodec(Coding coding) {
        this.coding = coding;
    }

    /** Returns a report as bytes, which {@link #decode} reads. Reports on the same recordings have equal bytes. */
    public static byte[] encode(PartialReport report) {
        ByteBuffer head = ByteBuffer.allocate(Integer.BYTES + 1).putInt(MAGIC).put(VERSION);
        PartialReportCodec codec = new PartialReportCodec(new Coding());
        try {
            codec.coding.index(report.slowest(), Integer.MAX_VALUE);
            codec.report(report);
        } catch (PartialFormatException e) {
            throw new IllegalStateException(e); // only reading complains
        }
        return codec.coding.deflated(head.array());
    }

    /**
     * Decodes the result of {@link #encode}. The bytes need not be trusted.
     *
     * @throws PartialFormatException if they are damaged, something else, or of another version
     */
    public static PartialReport decode(byte[] bytes) throws PartialFormatException {
        PartialInput head = new PartialInput(bytes, "partial report", "make it again from its recording");
        int magic = 0;
        for (int i = 0; i < Integer.BYTES && i < bytes.length; i++) {
            magic = magic << 8 | head.readByte();
        }
        head.require(magic == MAGIC, "it does not begin with 'JTpr'");
        int version = head.readByte();
        head.require(version == VERSION, "it is of version '" + version + "', this program reads '" + VERSION + "'");
        PartialInput body = head.inflated();
        PartialReportCodec codec = new PartialReportCodec(new Coding(body));
        PartialReport report = new PartialReport(codec.coding.index(0, Integer.MAX_VALUE));
        codec.report(report);
        body.requireEnd();
        return report;
    }

    /** Writes a report, or adds what it reads to one without recordings. */
    private void report(PartialReport report) throws PartialFormatException {
        for (RecordingShare share :
                coding.list(report.shares(), RecordingShare.NONE, share -> RecordingShare.code(coding, share))) {
            shares.add(share);
            if (coding.isReading()) {
                coding.require(!report.hasFileOf(share), "a recording is there twice");
                report.add(share);
            }
        }
        coding.each(report.functions(), NO_FUNCTION, this::function, report::add);
        coding.each(report.callbacks(), NO_CALLBACK, this::callback, report::add);
        paths(report.paths.paths(), report.paths);
        ranking(report.roots, noRootCall(), this::rootCall);
        ranking(report.slowCalls, NO_SLOW_CALL, this::slowCall);
        ranking(report.slowBySelf, NO_SLOW_CALL, this::slowCall);
        ranking(report.slowPasses, NO_PASS, this::slowPass);
        TraceCounts counts = TraceCounts.code(coding, report.counts);
        Requests requests = new Requests(coding.list(report.requests.rows(), NO_REQUEST, this::requests));
        if (coding.isReading()) {
            report.add(counts);
            report.add(requests);
        }
    }

    private Functions.Row function(Functions.Row row) throws PartialFormatException {
        return new Functions.Row(
                coding.text(row.name()),
                durations(row.finished()),
                coding.count(row.nestedNanos()),
                coding.count(row.openNanos()),
                coding.count(row.selfNanos()),
                coding.count(row.threw()),
                coding.count(row.unfinished()),
                coding.count(row.pending()),
                coding.count(row.callbackRuns()),
                durations(row.calls()),
                coding.histogram(row.durations()));
    }

    private Callbacks.Row callback(Callbacks.Row row) throws PartialFormatException {
        return new Callbacks.Row(
                coding.text(row.name()),
                coding.count(row.passes()),
                coding.count(row.forwards()),
                coding.count(row.pending()),
                durations(row.runDelay()),
                durations(row.total()),
                durations(row.run()),
                coding.count(row.selfNanos()),
                coding.count(row.threw()),
                coding.count(row.unfinished()),
                coding.count(row.ambiguous()),
                coding.count(row.onAnotherThread()),
                coding.histogram(row.runDelays()),
                coding.histogram(row.runs()),
                coding.text(row.site()),
                coding.count(row.repeated()),
                coding.count(row.unclear()),
                coding.count(row.nestedNanos()));
    }

    private Requests.Row requests(Requests.Row row) throws PartialFormatException {
        return new Requests.Row(
                coding.text(row.name()),
                coding.flag(row.isSent()),
                coding.count(row.informational()),
                coding.count(row.successful()),
                coding.count(row.redirected()),
                coding.count(row.clientErrors()),
                coding.count(row.serverErrors()),
                durations(row.durations()),
                coding.histogram(row.distribution()),
                coding.count(row.notEnded()));
    }

    private Durations durations(Durations durations) throws PartialFormatException {
        return new Durations(
                coding.count(durations.count()),
                coding.count(durations.minNanos()),
                coding.count(durations.maxNanos()),
                coding.count(durations.totalNanos()));
    }

    /** Writes paths, or adds those that it reads to sums. */
    private void paths(List<CallPath> paths, CallPathSums sums) throws PartialFormatException {
        int[] size = {0};
        CallPath.visit(paths, (path, caller) -> size[0]++);
        int length = coding.length(size[0]);
        if (!coding.isReading()) {
            for (CallPath.Walk walk = new CallPath.Walk(paths); walk.hasNext(); ) {
                CallPath path = walk.next();
                coding.signed(walk.caller());
                coding.text(path.name());
                coding.count(path.calls());
                coding.count(path.unfinished());
                coding.count(path.totalNanos());
                coding.count(path.selfNanos());
            }
            return;
        }
        CallPathSums.Insertion insertion = sums.insertion();
        for (int left = length; left > 0; left--) {
            long caller = coding.signed(0);
            coding.require(caller >= -1 && caller < insertion.size(), "a path is before its caller");
            insertion.add(
                    (int) caller, coding.text(""), coding.count(0), coding.count(0), coding.count(0), coding.count(0));
        }
    }

    /** A description of a call or a wait on one of the tracks of its recording. */
    private interface Element<T> {
        T code(T element, int tracks) throws PartialFormatException;
    }

    private <T> void ranking(Ranking<T> ranking, T none, Element<T> element) throws PartialFormatException {
        coding.each(
                ranking.elements(),
                new Ranking.Ranked<>(RecordingShare.NONE, 0, 0, 0, none),
                ranked -> {
                    RecordingShare share = shares.get(coding.index(shares.indexOf(ranked.share()), shares.size()));
                    T value = element.code(ranked.value(), share.tracks().size());
                    return new Ranking.Ranked<>(share, 0, 0, 0, value);
                },
                read -> ranking.add(read.share(), read.value()));
    }

    private RootCall rootCall(RootCall call, int tracks) throws PartialFormatException {
        int track = coding.index(call.track(), tracks);
        long startNanos = coding.signed(call.startNanos());
        CallPath path = call.path();
        CallPathSums sums = new CallPathSums();
        paths(List.of(path), sums);
        if (coding.isReading()) {
            List<CallPath> roots = sums.paths();
            coding.require(roots.size() == 1, "a root call is not one");
            path = roots.get(0);
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        coding.each(
                call.arguments().entrySet(),
                Map.entry("", NO_ARGUMENT),
                this::argument,
                read -> arguments.put(read.getKey(), read.getValue()));
        long requestNanos = coding.count(call.requestNanos());
        long stalledNanos = coding.count(call.stalledNanos());
        ThreadCpu.Range cpu = cpu(call.cpu());
        List<Wait> waits = coding.list(call.waits(), NO_WAIT, wait -> wait(wait, tracks, MOST_WAITS));
        boolean throughout = coding.flag(call.throughout());
        return new RootCall(track, startNanos, path, arguments, requestNanos, stalledNanos, cpu, waits, throughout);
    }

    private Wait wait(Wait wait, int tracks, int depth) throws PartialFormatException {
        coding.require(depth > 0, "waits are nested too deep");
        return new Wait(
                coding.text(wait.caller()),
                coding.signed(wait.startNanos()),
                coding.count(wait.nanos()),
                (int) coding.count(wait.candidates()),
                slowPass(wait.run(), tracks),
                (int) coding.signed(wait.behind()),
                coding.text(wait.busyIn()),
                coding.count(wait.busyNanos()),
                cpu(wait.cpu()),
                coding.list(wait.waits(), NO_WAIT, inner -> wait(inner, tracks, depth - 1)));
    }

    private ThreadCpu.Range cpu(ThreadCpu.Range cpu) throws PartialFormatException {
        return new ThreadCpu.Range(coding.count(cpu.leastNanos()), coding.count(cpu.mostNanos()));
    }

    private Map.Entry<String, Object> argument(Map.Entry<String, Object> argument) throws PartialFormatException {
        String name = coding.text(argument.getKey());
        Object value = argument.getValue();
        if (coding.flag(value instanceof Long)) {
            return Map.entry(name, coding.signed(value instanceof Long number ? number : 0));
        }
        return Map.entry(name, coding.text(value.toString()));
    }

    private SlowCall slowCall(SlowCall call, int tracks) throws PartialFormatException {
        SlowCall coded = new SlowCall(
                coding.index(call.track(), tracks),
                coding.signed(call.startNanos()),
                coding.count(call.durationNanos()),
                coding.count(call.selfNanos()),
                coding.flag(call.unfinished()),
                coding.list(call.path(), "", coding::text));
        coding.require(!coded.path().isEmpty(), "a slow call has no name");
        return coded;
    }

    private SlowPass slowPass(SlowPass pass, int tracks) throws PartialFormatException {
        return new SlowPass(
                coding.text(pass.name()),
                coding.index(pass.passedTrack(), tracks),
                coding.signed(pass.passedNanos()),
                coding.index(pass.runTrack(), tracks),
                coding.signed(pass.runStartNanos()),
                coding.signed(pass.runEndNanos()),
                coding.text(pass.site()));
    }

    private static RootCall noRootCall() {
        CallPathSums sums = new CallPathSums();
        sums.insertion().add(-1, "", 0, 0, 0, 0);
        return new RootCall(0, 0, sums.paths().get(0), Map.of(), 0);
    }
}
