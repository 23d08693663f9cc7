// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellWordTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    /a/b.jar          | /a/b.jar
                    a b.json          | 'a b.json'
                    it's.json         | 'it'\\''s.json'
                    ~/a               | '~/a'
                    a,b               | a,b
                    """)
    void posix_takesSingleQuotes(String word, String quoted) {
        assertThat(ShellWord.quote(word, Platform.UNIX)).isEqualTo(quoted);
        assertThat(ShellWord.quote(word, Platform.MAC)).isEqualTo(quoted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    C:\\traces\\b.jtr                | C:\\traces\\b.jtr
                    C:\\Program Files\\tracer.jar    | "C:\\Program Files\\tracer.jar"
                    C:\\it's.json                    | "C:\\it's.json"
                    C:\\a,b.json                     | "C:\\a,b.json"
                    C:\\Users\\JOHN~1\\a.jtr         | C:\\Users\\JOHN~1\\a.jtr
                    """)
    void cmdAndPowerShell_takeDoubleQuotes(String word, String quoted) {
        assertThat(ShellWord.quote(word, Platform.WINDOWS)).isEqualTo(quoted);
    }

    @ParameterizedTest
    @CsvSource({
        "Windows 11, WINDOWS",
        "Windows Server 2022, WINDOWS",
        "Mac OS X, MAC",
        "Linux, UNIX",
        "FreeBSD, UNIX",
        "'', UNIX"
    })
    void platform_isKnownByItsName(String name, Platform platform) {
        assertThat(Platform.of(name)).isEqualTo(platform);
    }
}
