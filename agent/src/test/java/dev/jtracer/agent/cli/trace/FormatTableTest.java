// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.trace;

import dev.jtracer.agent.ManualTable;
import dev.jtracer.engine.exporter.format.ExportFormat;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps the manual's table of formats equal to {@link ExportFormat}. */
class FormatTableTest {
    @Test
    void manual_showsEveryFormat() throws IOException {
        StringBuilder table =
                new StringBuilder("| `-f` | Extensions | Content and readers | Options |\n| --- | --- | --- | --- |\n");
        for (ExportFormat format : ExportFormat.all()) {
            String options =
                    format.options().stream().map(option -> '`' + option + "=`").collect(Collectors.joining(" "));
            table.append("| `" + format.key() + "` | `" + String.join("` `", format.extensions()) + "` | "
                    + format.description() + " | " + options + " |\n");
        }

        ManualTable.assertIs("formats", table.toString());
    }
}
