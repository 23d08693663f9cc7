// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Names the tracer's version and the Java it runs on. */
final class VersionCommand extends Command {
    private final Path jar;

    VersionCommand(Path jar) {
        super("version", "", "show the version");
        this.jar = jar;
    }

    @Override
    void execute(List<String> arguments, Terminal terminal) throws InputOutputException {
        terminal.out().println("jtracer " + version() + " (Java " + Runtime.version() + ")");
    }

    private String version() throws InputOutputException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String version = manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return version == null ? "of unknown version" : version;
        } catch (IOException unreadable) {
            throw new InputOutputException(
                    "'" + jar + "' cannot be read (" + unreadable.getMessage() + "); download or build it again");
        }
    }
}
