// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.view;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The user's browser. */
public final class Browser {
    private Browser() {}

    /** Opens an address. Returns false if the system has no program for it. */
    public static boolean open(String address) {
        try {
            new ProcessBuilder(command(System.getProperty("os.name", ""), address))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException noProgram) {
            return false;
        }
    }

    static List<String> command(String system, String address) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler", address);
        }
        return List.of(name.startsWith("mac") ? "open" : "xdg-open", address);
    }
}
