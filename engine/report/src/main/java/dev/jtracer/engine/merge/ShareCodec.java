// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.json.JsonObjects;
import dev.jtracer.engine.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encoding of a {@link RecordingShare}. */
final class ShareCodec {
    /** A share to be ignored in reading. */
    static final RecordingShare NONE =
            new RecordingShare(OptionalLong.empty(), 0, 0, new TreeMap<>(), List.of(), List.of(), List.of());

    private static final Track NO_TRACK = new Track(0, Track.Kind.THREAD, 0, 0, "", "", "");
    private static final ThreadLoads.ThreadLoad NO_LOAD = new ThreadLoads.ThreadLoad(0, 0, 0, 0, 0, 0);
    private static final Recordings.Recording NO_RECORDING = new Recordings.Recording(0, Args.EMPTY, Args.EMPTY);

    private ShareCodec() {}

    static RecordingShare code(Coding coding, RecordingShare share) throws PartialFormatException {
        boolean hasEpoch = coding.flag(share.epochMicros().isPresent());
        long epochMicros = coding.signed(share.epochMicros().orElse(0));
        long startNanos = coding.signed(share.startNanos());
        long endNanos = coding.signed(share.endNanos());
        SortedMap<Long, String> processes = new TreeMap<>();
        coding.each(
                share.processes().entrySet(),
                Map.entry(0L, ""),
                process -> Map.entry(coding.signed(process.getKey()), coding.text(process.getValue())),
                read -> processes.put(read.getKey(), read.getValue()));
        List<Track> tracks = new ArrayList<>();
        coding.each(
                share.tracks(),
                NO_TRACK,
                track -> new Track(
                        tracks.size(),
                        coding.constant(track.kind(), Track.Kind.values()),
                        coding.signed(track.pid()),
                        coding.signed(track.tid()),
                        coding.text(track.name()),
                        coding.text(track.category()),
                        coding.text(track.id())),
                tracks::add);
        List<ThreadLoads.ThreadLoad> loads = coding.list(
                share.loads(),
                NO_LOAD,
                load -> new ThreadLoads.ThreadLoad(
                        coding.index(load.track(), tracks.size()),
                        coding.count(load.calls()),
                        coding.count(load.roots()),
                        coding.signed(load.busyNanos()),
                        coding.signed(load.firstNanos()),
                        coding.signed(load.lastNanos())));
        List<Recordings.Recording> recordings = coding.list(
                share.recordings(),
                NO_RECORDING,
                recording -> new Recordings.Recording(
                        coding.signed(recording.pid()),
                        facts(coding, recording.settings()),
                        facts(coding, recording.counters())));
        return coding.isReading()
                ? new RecordingShare(
                        hasEpoch ? OptionalLong.of(epochMicros) : OptionalLong.empty(),
                        startNanos,
                        endNanos,
                        processes,
                        tracks,
                        loads,
                        recordings)
                : share;
    }

    private static Args facts(Coding coding, Args facts) throws PartialFormatException {
        String json = coding.text(JsonText.json(facts.asMap()));
        if (!coding.isReading()) {
            return facts;
        }
        Args read = JsonObjects.parse(json);
        coding.require(read != null, "the facts of a recording are no JSON object");
        return read == null ? Args.EMPTY : read;
    }
}
