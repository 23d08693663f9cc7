// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.live;

import dev.jtracer.agent.live.LiveSnapshot.CallbackCounts;
import dev.jtracer.agent.live.LiveSnapshot.MethodCounts;
import dev.jtracer.agent.live.LiveSnapshot.TracerState;
import dev.jtracer.engine.merge.HistogramCodec;
import dev.jtracer.engine.merge.PartialFormatException;
import dev.jtracer.engine.merge.PartialInput;
import dev.jtracer.engine.merge.PartialOutput;
import java.util.ArrayList;
import java.util.List;

/** The binary form of a snapshot, in the encoding of the engine's partial results. */
final class SnapshotCodec {
    private SnapshotCodec() {}

    static byte[] encode(LiveSnapshot snapshot) {
        PartialOutput out = new PartialOutput();
        writeState(out, snapshot.state());
        out.writeUnsigned(snapshot.methods().size());
        for (MethodCounts method : snapshot.methods()) {
            out.writeText(method.name());
            out.writeUnsigned(method.calls());
            out.writeUnsigned(method.totalNanos());
            out.writeUnsigned(method.selfNanos());
            HistogramCodec.write(method.durations(), out);
        }
        out.writeUnsigned(snapshot.callbacks().size());
        for (CallbackCounts callback : snapshot.callbacks()) {
            out.writeText(callback.name());
            out.writeUnsigned(callback.passes());
            out.writeUnsigned(callback.runs());
            out.writeUnsigned(callback.pending());
            HistogramCodec.write(callback.waits(), out);
            out.writeText(callback.site());
            out.writeUnsigned(callback.unclear());
        }
        return out.toBytes();
    }

    /**
     * Returns the snapshot of a binary form.
     *
     * @throws PartialFormatException if the bytes are damaged
     */
    static LiveSnapshot decode(byte[] bytes) throws PartialFormatException {
        PartialInput in = new PartialInput(bytes, "snapshot", "start top again");
        TracerState state = readState(in);
        List<MethodCounts> methods = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            methods.add(new MethodCounts(
                    in.readText(), in.readUnsigned(), in.readUnsigned(), in.readUnsigned(), HistogramCodec.read(in)));
        }
        List<CallbackCounts> callbacks = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            callbacks.add(new CallbackCounts(
                    in.readText(),
                    in.readUnsigned(),
                    in.readUnsigned(),
                    in.readUnsigned(),
                    HistogramCodec.read(in),
                    in.readText(),
                    in.readUnsigned()));
        }
        return new LiveSnapshot(state, methods, callbacks);
    }

    private static void writeState(PartialOutput out, TracerState state) {
        out.writeSigned(state.nanos());
        out.writeByte(state.recording() ? 1 : 0);
        out.writeText(state.output());
        out.writeSigned(state.startNanos());
        out.writeSigned(state.sinceNanos());
        out.writeUnsigned(state.threads());
        out.writeUnsigned(state.events());
        out.writeUnsigned(state.lost());
        out.writeUnsigned(state.stalls());
        out.writeUnsigned(state.longestStallNanos());
        out.writeUnsigned(Double.doubleToLongBits(state.nanosPerTiming()));
        out.writeText(state.notFollowed());
        out.writeText(state.problem());
    }

    private static TracerState readState(PartialInput in) throws PartialFormatException {
        return new TracerState(
                in.readSigned(),
                in.readByte() == 1,
                in.readText(),
                in.readSigned(),
                in.readSigned(),
                (int) in.readUnsigned(),
                in.readUnsigned(),
                in.readUnsigned(),
                in.readUnsigned(),
                in.readUnsigned(),
                Double.longBitsToDouble(in.readUnsigned()),
                in.readText(),
                in.readText());
    }
}
