// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.perfetto;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Event;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Interned;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Packet;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.json.JsonText;
import java.io.IOException;
import java.io.OutputStream;

/** Packets of Perfetto's format on one sequence, which writes each name once. Reuses its messages. */
final class PerfettoPackets {
    private static final int SEQUENCE = 1;

    private final OutputStream out;
    private final long shiftNanos;
    private final FrameNumbers names;
    private int namesWritten;
    private final ProtoMessage event = new ProtoMessage();
    private final ProtoMessage packet = new ProtoMessage();
    private final ProtoMessage trace = new ProtoMessage();
    private int sequenceFlags = Packet.STATE_CLEARED;

    PerfettoPackets(OutputStream out, StringTable names, long shiftNanos) {
        this.out = out;
        this.names = new FrameNumbers(names);
        this.shiftNanos = shiftNanos;
    }

    /** Returns a new event of a type on a track, to be completed and passed to {@link #write}. */
    ProtoMessage event(int type, long track) {
        return event.clear().number(Event.TYPE, type).number(Event.TRACK_UUID, track);
    }

    /** Sets the event's name to a name of the trace. */
    void name(int nameIndex) {
        event.number(Event.NAME_ID, names.of(nameIndex) + 1L); // 0 is not used as a number
    }

    /** Writes the event. */
    void write(long tsNanos) throws IOException {
        packet.clear().number(Packet.TIMESTAMP, tsNanos - shiftNanos).message(Packet.TRACK_EVENT, event);
        for (; namesWritten < names.names().size(); namesWritten++) {
            ProtoMessage name = new ProtoMessage()
                    .number(Interned.ID, namesWritten + 1L)
                    .bytes(Interned.TEXT, JsonText.bytes(names.names().get(namesWritten)));
            packet.message(Packet.INTERNED_DATA, new ProtoMessage().message(Interned.EVENT_NAME, name));
        }
        writePacket();
    }

    /** Writes the descriptor of a track. */
    void writeTrack(ProtoMessage descriptor) throws IOException {
        packet.clear().message(Packet.TRACK_DESCRIPTOR, descriptor);
        writePacket();
    }

    private void writePacket() throws IOException {
        packet.number(Packet.SEQUENCE_ID, SEQUENCE).number(Packet.SEQUENCE_FLAGS, sequenceFlags);
        sequenceFlags = Packet.NEEDS_STATE;
        trace.clear().message(PerfettoFields.TRACE_PACKET, packet).writeTo(out);
    }
}
