// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the sizes of the methods that the compiler is to put into no other, in the output of javap. */
class MethodSizesTest {
    /** HotSpot's FreqInlineSize, in bytecodes, from 17 to 25. */
    private static final int MOST_INLINED = 325;

    private static final Pattern OFFSET = Pattern.compile("(?m)^ +(\\d+): [a-z]");

    @ParameterizedTest
    @CsvSource({"PassTracker, void take(", "CallbacksHandler, public void handleSpan("})
    void methodsOfCallbacks_areTooLargeToBeInlined(String type, String method) throws URISyntaxException {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        String classes = Path.of(PassTracker.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        String name = PassTracker.class.getPackageName() + "." + type;
        ToolProvider.findFirst("javap").orElseThrow().run(out, out, "-p", "-c", "-cp", classes, name);
        String code = text.toString();
        int begin = code.indexOf(method);
        String body = code.substring(begin, code.indexOf("\n\n", begin));
        int last = OFFSET.matcher(body)
                .results()
                .mapToInt(offset -> Integer.parseInt(offset.group(1)))
                .max()
                .orElseThrow();
        assertThat(last).isGreaterThan(MOST_INLINED);
    }
}
