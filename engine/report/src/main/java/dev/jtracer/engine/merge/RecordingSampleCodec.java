// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.merge;

import dev.jtracer.engine.diff.CallbackSample;
import dev.jtracer.engine.diff.MethodSample;
import dev.jtracer.engine.diff.MissingData;
import dev.jtracer.engine.diff.OwnTimes;
import dev.jtracer.engine.diff.RecordingSample;
import dev.jtracer.engine.handler.totals.Histogram;
import java.util.List;
import java.util.Set;

/**
 * The form in which a {@link RecordingSample} goes from one process to another of the same version: varints, deflated
 * without a head.
 */
public final class RecordingSampleCodec {
    private static final OwnTimes NO_TIMES = new OwnTimes(new Histogram(), 0);
    private static final MethodSample NO_METHOD = new MethodSample("", 0, 0, 0, new Histogram(), NO_TIMES, List.of());
    private static final CallbackSample NO_CALLBACK = new CallbackSample("", 0, 0, "");
    private static final RecordingSample NO_SAMPLE =
            new RecordingSample(List.of(), List.of(), List.of(), MissingData.NONE);

    private final Coding coding;

    private RecordingSampleCodec(Coding coding) {
        this.coding = coding;
    }

    /** Returns a sample as bytes, which {@link #decode} reads. */
    public static byte[] encode(RecordingSample sample) {
        Coding coding = new Coding();
        try {
            new RecordingSampleCodec(coding).sample(sample);
        } catch (PartialFormatException e) {
            throw new IllegalStateException(e); // only reading complains
        }
        return coding.deflated();
    }

    /**
     * Decodes the result of {@link #encode}; safe with bytes of any origin.
     *
     * @throws PartialFormatException if they are damaged, or no sample
     */
    public static RecordingSample decode(byte[] bytes) throws PartialFormatException {
        PartialInput in = new PartialInput(bytes, "sample", "make it again from its recording").inflated();
        RecordingSample sample = new RecordingSampleCodec(new Coding(in)).sample(NO_SAMPLE);
        in.requireEnd();
        return sample;
    }

    private RecordingSample sample(RecordingSample sample) throws PartialFormatException {
        MissingData missing = sample.missing();
        return new RecordingSample(
                coding.list(sample.methods(), NO_METHOD, this::method),
                coding.list(sample.rootCalls(), NO_METHOD, this::method),
                coding.list(sample.callbacks(), NO_CALLBACK, this::callback),
                new MissingData(
                        coding.count(missing.lostRecords()),
                        coding.count(missing.overwrittenRecords()),
                        coding.count(missing.cut()),
                        coding.count(missing.damaged()),
                        Set.copyOf(coding.list(List.copyOf(missing.droppedMethods()), "", coding::text))));
    }

    private MethodSample method(MethodSample method) throws PartialFormatException {
        return new MethodSample(
                coding.text(method.name()),
                coding.count(method.totalNanos()),
                coding.count(method.shortestNanos()),
                coding.count(method.longestNanos()),
                coding.histogram(method.durations()),
                own(method.own()),
                coding.list(method.blocks(), NO_TIMES, this::own));
    }

    private OwnTimes own(OwnTimes own) throws PartialFormatException {
        return new OwnTimes(coding.histogram(own.nanos()), coding.count(own.totalNanos()));
    }

    private CallbackSample callback(CallbackSample callback) throws PartialFormatException {
        return new CallbackSample(
                coding.text(callback.name()),
                coding.count(callback.passes()),
                coding.count(callback.runs()),
                coding.text(callback.site()));
    }
}
