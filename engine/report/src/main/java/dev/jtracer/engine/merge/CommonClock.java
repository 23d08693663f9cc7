// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.EndFacts;
import dev.jtracer.engine.event.TraceWords;
import dev.jtracer.engine.event.Track;
import dev.jtracer.engine.handler.meta.Recordings;
import dev.jtracer.engine.handler.path.RootCall;
import dev.jtracer.engine.handler.path.SlowCall;
import dev.jtracer.engine.handler.path.ThreadLoads;
import dev.jtracer.engine.handler.totals.SlowPass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Recordings side by side: times on one clock, processes and tracks under numbers of their own. Immutable. */
final class CommonClock {
    private final List<RecordingShare> shares;
    private final Map<RecordingShare, Place> places = new HashMap<>();
    final SortedMap<Long, String> processes = new TreeMap<>();
    final List<Track> tracks = new ArrayList<>();

    /**
     * The offsets of the numbers of a recording.
     *
     * @param numbers numbers of its processes by its own
     */
    private record Place(long shiftNanos, int firstTrack, Map<Long, Long> numbers) {
        long pid(long own) {
            return numbers.getOrDefault(own, own);
        }

        int track(int own) {
            return firstTrack + own;
        }

        long nanos(long own) {
            return own + shiftNanos;
        }
    }

    /** Places recordings, the earliest first. */
    CommonClock(List<RecordingShare> shares) {
        this.shares = shares;
        long originMicros = shares.stream()
                .flatMapToLong(share -> share.epochMicros().stream())
                .min()
                .orElse(0);
        Map<Long, Long> highest = new HashMap<>();
        Map<String, Long> ofRecording = new HashMap<>();
        for (RecordingShare share : shares) {
            Map<Long, Long> numbers = new HashMap<>();
            share.processes().forEach((pid, name) -> {
                long number = share.recordings().stream()
                        .filter(recording -> recording.pid() == pid)
                        .findFirst()
                        .map(recording -> ofRecording.computeIfAbsent(
                                RecordingShare.identity(recording), another -> free(pid, highest)))
                        .orElseGet(() -> free(pid, highest));
                numbers.put(pid, number);
                processes.put(number, name);
            });
            long shiftNanos = (share.epochMicros().orElse(originMicros) - originMicros) * 1000;
            Place place = new Place(shiftNanos, tracks.size(), numbers);
            places.put(share, place);
            share.tracks()
                    .forEach(track -> tracks.add(new Track(
                            tracks.size(),
                            track.kind(),
                            place.pid(track.pid()),
                            track.tid(),
                            track.name(),
                            track.category(),
                            track.id())));
        }
    }

    private long free(long pid, Map<Long, Long> highest) {
        long number = pid;
        if (processes.containsKey(pid)) {
            number = highest.getOrDefault(pid, pid) + RecordingShare.STEP;
            while (processes.containsKey(number)) {
                number += RecordingShare.STEP;
            }
        }
        highest.put(pid, number);
        return number;
    }

    private Place place(RecordingShare share) {
        Place place = places.get(share);
        if (place == null) {
            throw new IllegalStateException("a call of no recording; please report this");
        }
        return place;
    }

    long startNanos() {
        return shares.stream()
                .mapToLong(share -> place(share).nanos(share.startNanos()))
                .min()
                .orElse(0);
    }

    long endNanos() {
        return shares.stream()
                .mapToLong(share -> place(share).nanos(share.endNanos()))
                .max()
                .orElse(0);
    }

    /** Returns the recordings, each once, whose files may be in several shares. */
    Recordings recordings() {
        Map<Long, Args> starts = new LinkedHashMap<>();
        Map<Long, EndFacts> ends = new HashMap<>();
        for (RecordingShare share : shares) {
            Place place = place(share);
            for (Recordings.Recording recording : share.recordings()) {
                long pid = place.pid(recording.pid());
                starts.putIfAbsent(pid, shifted(recording.settings(), place.shiftNanos));
                EndFacts end = ends.computeIfAbsent(pid, first -> new EndFacts());
                if (!recording.counters().isEmpty()) { // else the file was cut off before its end
                    end.add(recording.counters());
                }
            }
        }
        return Recordings.of(starts, ends);
    }

    /** Returns settings whose start is that of time 0 on the common clock. */
    private static Args shifted(Args settings, long shiftNanos) {
        Number epoch = settings.number(TraceWords.START_EPOCH_MICROS);
        if (epoch == null || shiftNanos == 0) {
            return settings;
        }
        Map<String, @Nullable Object> shifted = new LinkedHashMap<>(settings.asMap());
        shifted.put(TraceWords.START_EPOCH_MICROS, epoch.longValue() - shiftNanos / 1000);
        return Args.of(shifted);
    }

    ThreadLoads loads() {
        List<ThreadLoads.ThreadLoad> all = new ArrayList<>();
        for (RecordingShare share : shares) {
            Place place = place(share);
            share.loads()
                    .forEach(load -> all.add(new ThreadLoads.ThreadLoad(
                            place.track(load.track()),
                            load.calls(),
                            load.roots(),
                            load.busyNanos(),
                            place.nanos(load.firstNanos()),
                            place.nanos(load.lastNanos()))));
        }
        all.sort(Comparator.comparingLong(ThreadLoads.ThreadLoad::busyNanos).reversed());
        return new ThreadLoads(all);
    }

    List<RootCall> roots(List<Ranking.Ranked<RootCall>> ranking) {
        return placed(
                ranking,
                (call, place) -> new RootCall(
                        place.track(call.track()),
                        place.nanos(call.startNanos()),
                        call.path(),
                        call.arguments(),
                        call.requestNanos(),
                        call.stalledNanos(),
                        call.cpu(),
                        call.waits().stream()
                                .map(wait -> wait.moved(place::track, place::nanos))
                                .toList(),
                        call.throughout()));
    }

    List<SlowCall> slowCalls(List<Ranking.Ranked<SlowCall>> ranking) {
        return placed(
                ranking,
                (call, place) -> new SlowCall(
                        place.track(call.track()),
                        place.nanos(call.startNanos()),
                        call.durationNanos(),
                        call.selfNanos(),
                        call.unfinished(),
                        call.path()));
    }

    List<SlowPass> slowPasses(List<Ranking.Ranked<SlowPass>> ranking) {
        return placed(ranking, (pass, place) -> pass.moved(place::track, place::nanos));
    }

    private <T> List<T> placed(List<Ranking.Ranked<T>> ranking, BiFunction<T, Place, T> move) {
        return ranking.stream()
                .map(ranked -> move.apply(ranked.value(), place(ranked.share())))
                .toList();
    }
}
