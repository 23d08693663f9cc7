// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.perfetto;

/** The numbers of the fields written, from the .proto files of Perfetto. */
final class PerfettoFields {
    static final int TRACE_PACKET = 1;

    private PerfettoFields() {}

    static final class Packet {
        static final int TIMESTAMP = 8;
        static final int SEQUENCE_ID = 10;
        static final int TRACK_EVENT = 11;
        static final int INTERNED_DATA = 12;
        static final int SEQUENCE_FLAGS = 13;
        static final int TRACK_DESCRIPTOR = 60;

        static final int STATE_CLEARED = 1;
        static final int NEEDS_STATE = 2;

        private Packet() {}
    }

    static final class Descriptor {
        static final int UUID = 1;
        static final int NAME = 2;
        static final int PROCESS = 3;
        static final int THREAD = 4;
        static final int PARENT_UUID = 5;
        static final int COUNTER = 8;
        static final int CHILD_ORDERING = 11;
        static final int SIBLING_RANK = 12;

        static final int PROCESS_ORDERING = 19;
        static final int THREAD_ORDERING = 20;

        /** The number of the descriptor that is the parent of all others. */
        static final long ROOT = 0;

        /** A value of {@link #CHILD_ORDERING}. */
        static final int EXPLICIT = 3;
        /** A value of {@link #PROCESS_ORDERING} and {@link #THREAD_ORDERING}. */
        static final int BY_RANK = 1;

        static final int PROCESS_PID = 1;
        static final int PROCESS_NAME = 6;
        static final int THREAD_PID = 1;
        static final int THREAD_TID = 2;
        static final int THREAD_NAME = 5;

        private Descriptor() {}
    }

    static final class Event {
        static final int CATEGORY_ID = 3;
        static final int ANNOTATION = 4;
        static final int TYPE = 9;
        static final int NAME_ID = 10;
        static final int TRACK_UUID = 11;
        static final int NAME = 23;
        static final int COUNTER_VALUE = 44;
        static final int FLOW_ID = 47;

        static final int BEGIN = 1;
        static final int END = 2;
        static final int INSTANT = 3;
        static final int COUNTER = 4;

        private Event() {}
    }

    static final class Annotation {
        static final int FLAG = 2;
        static final int NUMBER = 4;
        static final int DECIMAL = 5;
        static final int TEXT = 6;
        static final int NAME = 10;

        private Annotation() {}
    }

    /** Names that are written once. */
    static final class Interned {
        static final int EVENT_CATEGORY = 1;
        static final int EVENT_NAME = 2;
        static final int ID = 1;
        static final int TEXT = 2;

        private Interned() {}
    }
}
