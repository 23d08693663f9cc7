// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.partial;

import dev.jtracer.engine.diff.CallbackSample;
import dev.jtracer.engine.diff.MethodSample;
import dev.jtracer.engine.diff.MissingData;
import dev.jtracer.engine.diff.OwnTimes;
import dev.jtracer.engine.diff.RecordingSample;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.ArrayList;
import java.util.List;

/**
 * Encoding of a {@link RecordingSample}, for its way between two processes of one version: a {@link Deflated} body of varints without
 * a head.
 */
public final class RecordingSampleCodec {
    private static final byte[] NO_HEAD = {};

    private RecordingSampleCodec() {}

    /** Returns a sample as bytes, which {@link #decode} reads. */
    public static byte[] encode(RecordingSample sample) {
        PartialOutput out = new PartialOutput();
        out.writeUnsigned(sample.methods().size());
        for (MethodSample method : sample.methods()) {
            out.writeText(method.name());
            out.writeUnsigned(method.totalNanos());
            out.writeUnsigned(method.longestNanos());
            HistogramCodec.write(method.durations(), out);
            write(method.own(), out);
            out.writeUnsigned(method.blocks().size());
            method.blocks().forEach(block -> write(block, out));
        }
        out.writeUnsigned(sample.callbacks().size());
        for (CallbackSample callback : sample.callbacks()) {
            out.writeText(callback.name());
            out.writeUnsigned(callback.passings());
            out.writeUnsigned(callback.runs());
            out.writeText(callback.site());
        }
        MissingData missing = sample.missing();
        out.writeUnsigned(missing.lostRecords());
        out.writeUnsigned(missing.overwrittenRecords());
        out.writeUnsigned(missing.cut());
        out.writeUnsigned(missing.damaged());
        return Deflated.append(NO_HEAD, out.toBytes());
    }

    private static void write(OwnTimes own, PartialOutput out) {
        HistogramCodec.write(own.nanos(), out);
        out.writeUnsigned(own.totalNanos());
    }

    /**
     * Decodes the result of {@link #encode}. The bytes need not be trusted.
     *
     * @throws PartialFormatException if they are damaged, or something else
     */
    public static RecordingSample decode(byte[] bytes) throws PartialFormatException {
        PartialInput in = input(Deflated.read(bytes, 0, input(bytes)));
        List<MethodSample> methods = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            methods.add(method(in));
        }
        List<CallbackSample> callbacks = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            callbacks.add(new CallbackSample(in.readText(), in.readCount(), in.readCount(), in.readText()));
        }
        MissingData missing = new MissingData(in.readCount(), in.readCount(), in.readCount(), in.readCount());
        in.requireEnd();
        return new RecordingSample(methods, callbacks, missing);
    }

    private static PartialInput input(byte[] bytes) {
        return new PartialInput(bytes, "sample", "make it again from its recording");
    }

    private static MethodSample method(PartialInput in) throws PartialFormatException {
        String name = in.readText();
        long totalNanos = in.readCount();
        long longestNanos = in.readCount();
        Histogram durations = HistogramCodec.read(in);
        OwnTimes own = own(in);
        List<OwnTimes> blocks = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            blocks.add(own(in));
        }
        return new MethodSample(name, totalNanos, longestNanos, durations, own, blocks);
    }

    private static OwnTimes own(PartialInput in) throws PartialFormatException {
        return new OwnTimes(HistogramCodec.read(in), in.readCount());
    }
}
