// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.partial;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.json.JsonObjects;
import dev.jtracer.engine.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encoding of a {@link RecordingShare}. */
final class ShareCodec {
    private ShareCodec() {}

    static void write(RecordingShare share, PartialOutput out) {
        out.writeByte(share.epochMicros().isPresent() ? 1 : 0);
        out.writeSigned(share.epochMicros().orElse(0));
        out.writeSigned(share.startNanos());
        out.writeSigned(share.endNanos());
        out.writeUnsigned(share.processes().size());
        share.processes().forEach((pid, name) -> {
            out.writeSigned(pid);
            out.writeText(name);
        });
        out.writeUnsigned(share.tracks().size());
        share.tracks().forEach(track -> writeTrack(track, out));
        out.writeUnsigned(share.loads().size());
        share.loads().forEach(load -> writeLoad(load, out));
        out.writeUnsigned(share.recordings().size());
        for (Recordings.Recording recording : share.recordings()) {
            out.writeSigned(recording.pid());
            out.writeText(JsonText.json(recording.settings().asMap()));
            out.writeText(JsonText.json(recording.counters().asMap()));
        }
    }

    private static void writeTrack(Track track, PartialOutput out) {
        out.writeText(track.kind().name());
        out.writeSigned(track.pid());
        out.writeSigned(track.tid());
        out.writeText(track.name());
        out.writeText(track.category());
        out.writeText(track.id());
    }

    private static void writeLoad(ThreadLoads.ThreadLoad load, PartialOutput out) {
        out.writeUnsigned(load.track());
        out.writeUnsigned(load.calls());
        out.writeUnsigned(load.outermost());
        out.writeSigned(load.busyNanos());
        out.writeSigned(load.firstNanos());
        out.writeSigned(load.lastNanos());
    }

    static RecordingShare read(PartialInput in) throws PartialFormatException {
        boolean hasEpoch = in.readByte() == 1;
        long epochMicros = in.readSigned();
        long startNanos = in.readSigned();
        long endNanos = in.readSigned();
        SortedMap<Long, String> processes = new TreeMap<>();
        for (int left = in.readLength(); left > 0; left--) {
            processes.put(in.readSigned(), in.readText());
        }
        List<Track> tracks = readTracks(in);
        List<ThreadLoads.ThreadLoad> loads = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            loads.add(new ThreadLoads.ThreadLoad(
                    in.readIndex(tracks.size()),
                    in.readCount(),
                    in.readCount(),
                    in.readSigned(),
                    in.readSigned(),
                    in.readSigned()));
        }
        List<Recordings.Recording> recordings = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            recordings.add(new Recordings.Recording(in.readSigned(), readFacts(in), readFacts(in)));
        }
        return new RecordingShare(
                hasEpoch ? OptionalLong.of(epochMicros) : OptionalLong.empty(),
                startNanos,
                endNanos,
                processes,
                tracks,
                loads,
                recordings);
    }

    private static List<Track> readTracks(PartialInput in) throws PartialFormatException {
        List<Track> tracks = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            tracks.add(new Track(
                    tracks.size(),
                    readKind(in),
                    in.readSigned(),
                    in.readSigned(),
                    in.readText(),
                    in.readText(),
                    in.readText()));
        }
        return tracks;
    }

    private static Track.Kind readKind(PartialInput in) throws PartialFormatException {
        String name = in.readText();
        for (Track.Kind kind : Track.Kind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        in.require(false, "a thread has an unknown kind");
        return Track.Kind.THREAD;
    }

    private static Args readFacts(PartialInput in) throws PartialFormatException {
        Args facts = JsonObjects.parse(in.readText());
        in.require(facts != null, "the facts of a recording are no JSON object");
        return facts == null ? Args.EMPTY : facts;
    }
}
