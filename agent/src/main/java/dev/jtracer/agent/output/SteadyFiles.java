// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.output;

import dev.jtracer.engine.jtr.FileAccess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The files of recordings in the traced JVM: readable by their owner only, and closed by no interrupt. */
public final class SteadyFiles implements FileAccess {
    public static final FileAccess INSTANCE = new SteadyFiles();

    private SteadyFiles() {}

    @Override
    public FileChannel create(Path path) throws IOException {
        return SteadyChannel.create(path);
    }

    @Override
    public FileChannel read(Path path) throws IOException {
        return SteadyChannel.read(path);
    }
}
