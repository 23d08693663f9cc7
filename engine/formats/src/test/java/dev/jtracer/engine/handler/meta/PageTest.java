// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The cases of DevTools' tests of its Meta handler, and the faults of that handler, mended. */
class PageTest {
    private static final String STARTED = """
            I 9:1 1000 TracingStartedInBrowser "args":{"data":{"frames":[\
            {"frame":"ad","url":"https://ads.example","parent":"main","isOutermostMainFrame":false},\
            {"frame":"main","url":"about:blank","isOutermostMainFrame":true}]}}
            """;

    private static Page page(String lines) throws IOException {
        return HandlerRun.ofLines(new MetaHandler(), lines).page();
    }

    private static String navigation(long ts, String frame, String id, String url) {
        return "R 2:1 " + ts + " navigationStart \"args\":{\"frame\":\"" + frame + "\",\"data\":{\"navigationId\":\""
                + id + "\",\"documentLoaderURL\":\"" + url + "\"}}\n";
    }

    @Test
    void mainFrame_isTheOutermostOne() throws IOException {
        assertThat(page(STARTED).url()).isEqualTo("about:blank");
    }

    @Test
    void mainFrame_isPrimaryWhereFramesSaySo() throws IOException {
        Page page = page("""
                I 9:1 1 TracingStartedInBrowser "args":{"data":{"frames":[\
                {"frame":"prerendered","isOutermostMainFrame":true,"isInPrimaryMainFrame":false,"url":"a"},\
                {"frame":"shown","isOutermostMainFrame":true,"isInPrimaryMainFrame":true,"url":"b"}]}}
                """);

        assertThat(page.url()).isEqualTo("b");
    }

    @Test
    void mainFrame_ofOldTracesIsTheOneWithoutParent() throws IOException {
        Page page = page("""
                I 9:1 1 TracingStartedInBrowser "args":{"data":{"frames":[\
                {"frame":"child","parent":"top","url":"a"},{"frame":"top","url":"b"}]}}
                """);

        assertThat(page.url()).isEqualTo("b");
    }

    @Test
    void missingFrames_areNoError() throws IOException {
        assertThat(page("I 9:1 1 TracingStartedInBrowser").url()).isEmpty();
        assertThat(page("I 9:1 1 TracingStartedInBrowser \"args\":{\"data\":{\"frames\":[7,null]}}")
                        .url())
                .isEmpty();
    }

    @Test
    void navigations_areThoseOfTheMainFrameInTheOrderOfTime() throws IOException {
        Page page = page(STARTED
                + navigation(9_000_000, "main", "n2", "https://b.example/")
                + navigation(2_000, "main", "n1", "https://a.example/")
                + navigation(3_000, "ad", "n3", "https://c.example/"));

        assertThat(page.navigationNanos()).containsExactly(2_000_000L, 9_000_000_000L);
    }

    @Test
    void navigations_withoutAddressOrIdOrOfAKnownIdAreIgnored() throws IOException {
        Page page = page(STARTED
                + navigation(2_000, "main", "n1", "https://a.example/")
                + navigation(3_000, "main", "n1", "https://again.example/")
                + navigation(4_000, "main", "n2", "")
                + "R 2:1 5000 navigationStart \"args\":{\"frame\":\"main\"}\n"
                + "R 2:1 6000 navigationStart\n");

        assertThat(page.navigationNanos()).containsExactly(2_000_000L);
        assertThat(page.url()).isEqualTo("https://a.example/");
    }

    @Test
    void navigations_beforeTheMainFrameIsKnownBelongToItAllTheSame() throws IOException {
        Page page = page(navigation(2_000, "main", "n1", "https://a.example/") + STARTED);

        assertThat(page.navigationNanos()).hasSize(1);
    }

    @Test
    void firstNavigation_soonAfterTheStartNamesThePage() throws IOException {
        Page soon = page(STARTED + navigation(500_999, "main", "n1", "https://www.acme.example:8080/shop?a=1"));
        Page late = page(STARTED + navigation(501_000, "main", "n1", "https://www.acme.example:8080/shop?a=1"));

        assertThat(soon.host()).isEqualTo("acme.example:8080");
        assertThat(late.host()).isEmpty();
    }
}
