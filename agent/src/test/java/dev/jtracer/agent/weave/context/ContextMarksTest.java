// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContextMarksTest {
    @ParameterizedTest
    @CsvSource({
        "java/sql/Statement,                                        jdbc",
        "()Ljava/sql/ResultSet;,                                    jdbc",
        "java/sql/Connection,                                       jdbc",
        "java/sql/SQLException,                                     jdbc",
        "(Ljava/sql/Timestamp;)V,                                   none",
        "java/sql/Date,                                             none",
        "java/sql/,                                                 none",
        "(Ljavax/servlet/ServletRequest;),                          http",
        "jakarta/servlet/http/HttpServlet,                          http",
        "com/sun/net/httpserver/HttpExchange,                       http",
        "java/s,                                                    none",
        "ajava/sqjava/sql//servle/servlet.ttpserver,                none",
        "java/sql/Date and then java/sql/Statement,                 jdbc",
    })
    void marks_areFoundAtEachPosition(String text, String kind) {
        for (int before = 0; before < 20; before++) {
            byte[] classFile = " "
                    .repeat(before)
                    .concat(text)
                    .concat(" ".repeat(before % 7))
                    .getBytes(StandardCharsets.US_ASCII);

            assertThat(new ContextMarks(true, false).areIn(classFile)).isEqualTo(kind.equals("http"));
            assertThat(new ContextMarks(false, true).areIn(classFile)).isEqualTo(kind.equals("jdbc"));
            assertThat(new ContextMarks(true, true).areIn(classFile)).isEqualTo(!kind.equals("none"));
        }
    }
}
