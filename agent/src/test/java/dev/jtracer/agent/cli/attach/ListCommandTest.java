// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListCommandTest {
    @Test
    void classNamedFromRightToLeft_isIsolated() {
        StringBuilder text = new StringBuilder();

        ListCommand.row(text, "4711", "", "17.0.1", "traced", "עובד");

        assertThat(text).hasToString("   4711  -           17.0.1      traced        \u2068עובד\u2069\n");
    }

    @Test
    void wideCharacters_takeTwoColumns() {
        StringBuilder text = new StringBuilder();

        ListCommand.row(text, "4711", "王小明", "17.0.1", "traced", "Main");

        assertThat(text).hasToString("   4711  王小明      17.0.1      traced        Main\n");
    }
}
