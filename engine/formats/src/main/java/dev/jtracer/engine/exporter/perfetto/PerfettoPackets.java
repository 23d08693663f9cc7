// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.perfetto;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.exporter.NameForm;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Event;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Interned;
import dev.jtracer.engine.exporter.perfetto.PerfettoFields.Packet;
import dev.jtracer.engine.exporter.trace.ExportedTrace;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.json.JsonText;
import dev.jtracer.engine.text.ShortNames;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Packets of Perfetto's format on one sequence, which writes each name once. Reuses its messages. */
final class PerfettoPackets {
    private static final int SEQUENCE = 1;

    private final OutputStream out;
    private final long shiftNanos;
    private final FrameNumbers names;
    private final UnaryOperator<String> shown;
    /** Whether the package of a name is the category of its events. */
    private final boolean hasPackages;

    private int namesWritten;
    private final FrameNumbers packages = new FrameNumbers(new StringTable());
    private int packagesWritten;
    /** Number of the package by the number of the name; 0 for none. */
    private int[] packagesOfNames = new int[16];

    private final ProtoMessage event = new ProtoMessage();
    private final ProtoMessage packet = new ProtoMessage();
    private final ProtoMessage interned = new ProtoMessage();
    private final ProtoMessage trace = new ProtoMessage();
    private int sequenceFlags = Packet.STATE_CLEARED;

    PerfettoPackets(OutputStream out, ExportedTrace trace, NameForm form, long shiftNanos) {
        this.out = out;
        this.names = new FrameNumbers(trace.trees().names());
        this.shown = trace.names(form);
        this.hasPackages = form == NameForm.SHORT;
        this.shiftNanos = shiftNanos;
    }

    /** Returns a new event of a type on a track, to be completed and passed to {@link #write}. */
    ProtoMessage event(int type, long track) {
        return event.clear().number(Event.TYPE, type).number(Event.TRACK_UUID, track);
    }

    /** Sets the event's name to a name of the trace. */
    void name(int nameIndex) {
        int known = names.names().size();
        int name = names.of(nameIndex);
        event.number(Event.NAME_ID, name + 1L); // 0 is not used as a number
        if (name == known) {
            addPackage(name);
        }
        if (packagesOfNames[name] != 0) {
            event.number(Event.CATEGORY_ID, packagesOfNames[name]);
        }
    }

    private void addPackage(int name) {
        if (name >= packagesOfNames.length) {
            packagesOfNames = Arrays.copyOf(packagesOfNames, name * 2);
        }
        String packageName = ShortNames.packageOf(names.names().get(name));
        packagesOfNames[name] = hasPackages && !packageName.isEmpty() ? packages.of(packageName) + 1 : 0;
    }

    void write(long tsNanos) throws IOException {
        packet.clear().number(Packet.TIMESTAMP, tsNanos - shiftNanos).message(Packet.TRACK_EVENT, event);
        // One message, because a reader keeps only the last of a packet.
        interned.clear();
        for (; namesWritten < names.names().size(); namesWritten++) {
            String name = shown.apply(names.names().get(namesWritten));
            interned.message(Interned.EVENT_NAME, text(namesWritten, name));
        }
        for (; packagesWritten < packages.names().size(); packagesWritten++) {
            String category = packages.names().get(packagesWritten);
            interned.message(Interned.EVENT_CATEGORY, text(packagesWritten, category));
        }
        if (interned.length() > 0) {
            packet.message(Packet.INTERNED_DATA, interned);
        }
        writePacket();
    }

    private static ProtoMessage text(int index, String text) {
        return new ProtoMessage().number(Interned.ID, index + 1L).bytes(Interned.TEXT, JsonText.bytes(text));
    }

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
