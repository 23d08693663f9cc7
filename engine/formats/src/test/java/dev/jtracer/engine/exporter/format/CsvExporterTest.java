// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.exporter.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvExporterTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            plain            | plain
            a,b              | "a,b"
            say "hi"         | "say ""hi\"""
            =1+1             | "'=1+1"
            +1               | "'+1"
            -1               | "'-1"
            @SUM(A1)         | "'@SUM(A1)"
            ` =1+1`          | "' =1+1"
            \uff1d1+1        | "'\uff1d1+1"
            a=1              | a=1
           """)
    void csvField_isNeverAFormula(String text, String field) {
        assertThat(CsvExporter.field(text)).isEqualTo(field);
    }

    @Test
    void csvField_isOneLineWithoutTerminalEscapes() {
        assertThat(CsvExporter.field("a\nb\u001b[2J\u202e")).isEqualTo("a\\u000ab\\u001b[2J\\u202e");
    }
}
