// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jtr;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The header of a recording.
 *
 * @param processId process id of the recorded JVM
 * @param startNanos {@link System#nanoTime()} when the recording started; the origin of all its times
 * @param startEpochMicros wall-clock time of the same moment, in microseconds since 1970
 * @param chunkBytes size of the spool's chunks
 * @param spoolFile name of the spool file, in the recording's own directory
 * @param outputFile name of the trace file to make from it, in the recording's own directory
 * @param processName display name of the process, for example its main class
 * @param segment number of this file among those that the recording is written to one after the other, from 1; 0 if
 *     it has one
 * @param fromNanos time at which this file begins, since the recording's start
 * @param settings further facts for the reader of the trace: JVM, command line, the tracer's options
 */
public record RecordingHeader(
        long processId,
        long startNanos,
        long startEpochMicros,
        int chunkBytes,
        String spoolFile,
        String outputFile,
        String processName,
        int segment,
        long fromNanos,
        Map<String, String> settings) {

    private static final String PROCESS_ID = "pid";
    private static final String START_NANOS = "startNanos";
    private static final String START_EPOCH_MICROS = "startEpochMicros";
    private static final String CHUNK_BYTES = "chunkBytes";
    private static final String SPOOL_FILE = "spoolFile";
    private static final String OUTPUT_FILE = "outputFile";
    private static final String PROCESS_NAME = "processName";
    private static final String SEGMENT = "segment";
    private static final String FROM_NANOS = "fromNanos";

    public RecordingHeader ofSegment(int number, long beginNanos) {
        return new RecordingHeader(
                processId,
                startNanos,
                startEpochMicros,
                chunkBytes,
                spoolFile,
                outputFile,
                processName,
                number,
                beginNanos,
                settings);
    }

    /** Returns whether a file follows another one of the same recording. */
    public boolean follows(RecordingHeader before) {
        return isOfSameRecording(before) && before.segment > 0 && segment == before.segment + 1;
    }

    /** Returns whether two files belong to one recording. Processes of containers often have the same id. */
    public boolean isOfSameRecording(RecordingHeader other) {
        return processId == other.processId
                && startNanos == other.startNanos
                && startEpochMicros == other.startEpochMicros;
    }

    Map<String, String> toPairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        pairs.put(PROCESS_ID, Long.toString(processId));
        pairs.put(START_NANOS, Long.toString(startNanos));
        pairs.put(START_EPOCH_MICROS, Long.toString(startEpochMicros));
        pairs.put(CHUNK_BYTES, Integer.toString(chunkBytes));
        pairs.put(SPOOL_FILE, spoolFile);
        pairs.put(OUTPUT_FILE, outputFile);
        pairs.put(PROCESS_NAME, processName);
        if (segment > 0) {
            pairs.put(SEGMENT, Integer.toString(segment));
            pairs.put(FROM_NANOS, Long.toString(fromNanos));
        }
        pairs.putAll(settings);
        return pairs;
    }

    /** Reads a header from pairs; fails if a number is missing or malformed. */
    public static RecordingHeader fromPairs(Map<String, String> pairs) throws RecordingException {
        Map<String, String> rest = new LinkedHashMap<>(pairs);
        boolean segmented = rest.containsKey(SEGMENT);
        return new RecordingHeader(
                number(rest, PROCESS_ID),
                number(rest, START_NANOS),
                number(rest, START_EPOCH_MICROS),
                (int) number(rest, CHUNK_BYTES),
                text(rest, SPOOL_FILE),
                text(rest, OUTPUT_FILE),
                text(rest, PROCESS_NAME),
                segmented ? (int) number(rest, SEGMENT) : 0,
                segmented ? number(rest, FROM_NANOS) : 0,
                rest);
    }

    private static long number(Map<String, String> pairs, String key) throws RecordingException {
        String value = pairs.remove(key);
        try {
            return Long.parseLong(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new RecordingException("its header says '" + value + "' for " + key + ", not a number");
        }
    }

    private static String text(Map<String, String> pairs, String key) {
        String value = pairs.remove(key);
        return value == null ? "" : value;
    }
}
