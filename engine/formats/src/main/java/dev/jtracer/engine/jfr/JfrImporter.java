// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.jfr;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.event.TraceSyntaxException;
import dev.jtracer.engine.importer.FormatImporter;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An importer of recordings of JDK Flight Recorder. It needs the module {@code jdk.jfr} in the running JVM; without
 * it, reading fails with an error that names the module.
 */
public final class JfrImporter implements FormatImporter {
    private static final String MODULE = "jdk.jfr";
    private static final int VERSION_OFFSET = 4;
    /** The version of every JDK since 11; early builds of it wrote 1.99. */
    private static final int VERSION = 2;

    private static final int MINOR_OF_DRAFT = 99;

    @Override
    public String name() {
        return "JFR recording";
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        return data.startsWith('F', 'L', 'R', 0);
    }

    @Override
    public TraceSource open(TraceData data) throws IOException {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            throw new TraceSyntaxException(
                    data.name(),
                    "a JFR recording, for which this JVM lacks the module '" + MODULE
                            + "'; use a JDK, or add the module with --add-modules");
        }
        byte[] head = data.head(VERSION_OFFSET + 2 * Short.BYTES);
        if (head.length >= VERSION_OFFSET + 2 * Short.BYTES) {
            ByteBuffer version = ByteBuffer.wrap(head, VERSION_OFFSET, 2 * Short.BYTES);
            int major = version.getShort();
            int minor = version.getShort();
            if (major != VERSION && !(major == 1 && minor == MINOR_OF_DRAFT)) {
                throw new TraceSyntaxException(
                        data.name(),
                        "a JFR recording of version " + major + "." + minor + ", and only version 2 can be imported; "
                                + (major < VERSION
                                        ? "it is of Oracle's Java 7 or 8: open it in JDK Mission Control"
                                        : "use a newer jtracer, or open it in JDK Mission Control"));
            }
        }
        return new JfrReader(data);
    }
}
