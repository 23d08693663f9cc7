// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.conversion;

import dev.jtracer.agent.recording.CallStream;
import dev.jtracer.agent.recording.RecordSink;
import dev.jtracer.bootstrap.RecordLayout;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A sink that keeps the records of each thread in a stream of its own. */
public final class StreamsByThread implements RecordSink {
    private final Map<Long, CallStream> streams = new TreeMap<>();
    private @Nullable CallStream current;
    private long lost;
    private boolean linked;
    /** Kind of the record that the last link belongs to. */
    private int linkedKind;

    @Override
    public void thread(long threadId, boolean virtual) {
        if (linked) {
            throw new AssertionError("a link without its record");
        }
        CallStream stream = streams.computeIfAbsent(threadId, id -> new CallStream());
        stream.virtual(virtual);
        current = stream;
    }

    @Override
    public void record(int kind, long nanos, int methodId) {
        CallStream stream = current;
        if (stream == null) {
            throw new AssertionError("a record of no thread");
        }
        if (linked && kind != linkedKind) {
            throw new AssertionError("a link before a record of kind " + kind);
        }
        linked = false;
        stream.add(kind, nanos, methodId);
    }

    @Override
    public void link(int code, long passing) {
        linked = true;
        linkedKind = RecordLayout.isOfExit(code) ? RecordLayout.KIND_EXIT : RecordLayout.KIND_ENTER;
    }

    @Override
    public void lost(long records) {
        lost += records;
    }

    /** Returns the stream of a thread; empty if it recorded nothing. */
    public CallStream of(long threadId) {
        return streams.getOrDefault(threadId, new CallStream());
    }

    public Map<Long, CallStream> all() {
        return streams;
    }

    /** The number of records reported as lost. */
    public long lost() {
        return lost;
    }

    public long records() {
        return streams.values().stream().mapToLong(CallStream::size).sum();
    }
}
