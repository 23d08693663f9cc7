// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.firefox;

import dev.jtracer.engine.event.StringTable;
import dev.jtracer.engine.exporter.trace.FrameNumbers;
import dev.jtracer.engine.text.MethodNames;
import java.util.List;

/** The functions of a trace and their packages, by numbers from 0. */
final class FunctionTable {
    /** The package of a function without one. */
    static final int NO_PACKAGE = -1;

    private final FrameNumbers functions;
    private final FrameNumbers packages = new FrameNumbers(new StringTable());

    FunctionTable(StringTable names) {
        functions = new FrameNumbers(names);
    }

    int of(int nameIndex) {
        return functions.of(nameIndex);
    }

    /** Returns the full names of the functions so far. */
    List<String> names() {
        return functions.names();
    }

    /** Returns the number of the package of a function, or {@link #NO_PACKAGE}. */
    int packageOf(String name) {
        String packageName = MethodNames.packageOf(name);
        return packageName.isEmpty() ? NO_PACKAGE : packages.of(packageName);
    }

    /** Returns the names of the packages so far. */
    List<String> packages() {
        return packages.names();
    }
}
