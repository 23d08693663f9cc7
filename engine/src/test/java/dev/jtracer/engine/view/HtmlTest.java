// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void text_isEscaped() {
        assertThat(new Html().text("<a href=\"x\">'&amp;'</a>").markup())
                .isEqualTo("&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;");
    }

    @Test
    void elementsThatRunOrLoad_areRefused() {
        for (String element :
                new String[] {"script", "style", "img", "svg", "iframe", "textarea", "p onclick=x", "P", ""}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Html().open(element))
                    .withMessageContaining("element '" + element + "' is not allowed");
        }
    }

    @Test
    void elements_mustBeClosed() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new Html().open("p").markup())
                .withMessageContaining("'p'");
        assertThatIllegalStateException().isThrownBy(() -> new Html().close()).withMessage("no element is open");
        assertThat(new Html().open("p").open("em").text("x").close().close().markup())
                .isEqualTo("<p><em>x</em></p>");
    }

    @Test
    void halfASurrogatePair_canBeEncoded() {
        String page = new Html().text("a\ud800b").page("\udc00");

        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(page)).isTrue();
        assertThat(page).contains("a\\ud800b", "<title>\\udc00</title>");
    }
}
