// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.importer.container;

import dev.jtracer.engine.importer.ContainerImporter;
import dev.jtracer.engine.importer.TraceData;
import java.io.IOException;

/** An importer of compressed files, of one member or many. */
public final class GzipImporter implements ContainerImporter {
    @Override
    public String name() {
        return "gzip";
    }

    @Override
    public boolean canImport(TraceData data) throws IOException {
        return data.startsWith(GzipStream.MAGIC_1, GzipStream.MAGIC_2, GzipStream.DEFLATED);
    }

    @Override
    public boolean holdsOne() {
        return true;
    }

    @Override
    public Subtraces open(TraceData container) throws IOException {
        return new GzipStream(innerName(container), container.stream());
    }

    private static String innerName(TraceData container) {
        String name = container.name();
        return container.nameEndsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
    }
}
