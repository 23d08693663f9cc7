// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What DevTools' tests of its Meta handler ask for, and its faults mended. */
class BrowserTest {
    private static final String STARTED = """
            I 9:1 1000 TracingStartedInBrowser "args":{"data":{"frames":[\
            {"frame":"ad","url":"https://ads.example","parent":"main","isOutermostMainFrame":false},\
            {"frame":"main","url":"about:blank","isOutermostMainFrame":true}]}}
            """;

    private static Browser browser(String lines) throws IOException {
        return HandlerRun.ofLines(new MetaHandler(), lines).browser();
    }

    private static String navigation(long ts, String frame, String id, String url) {
        return "R 2:1 " + ts + " navigationStart \"args\":{\"frame\":\"" + frame + "\",\"data\":{\"navigationId\":\""
                + id + "\",\"documentLoaderURL\":\"" + url + "\"}}\n";
    }

    @Test
    void processes_areFoundByTheirNames() throws IOException {
        Browser browser = browser("""
                M 9:0 0 process_name "args":{"name":"Browser"}
                M 8:0 0 process_name "args":{"name":"GPU Process"}
                M 9:5 0 thread_name "args":{"name":"CrBrowserMain"}
                M 8:6 0 thread_name "args":{"name":"CrGpuMain"}
                """);

        assertThat(browser.browserPid()).isEqualTo(9);
        assertThat(browser.browserTid()).isEqualTo(5);
        assertThat(browser.gpuPid()).isEqualTo(8);
        assertThat(browser.gpuTid()).isEqualTo(6);
    }

    @Test
    void headlessBrowser_isABrowser() throws IOException {
        Browser browser = browser("M 9:0 0 process_name \"args\":{\"name\":\"HeadlessBrowser\"}");

        assertThat(browser.browserPid()).isEqualTo(9);
    }

    @Test
    void gpu_isAbsentWhenTheTraceHasNone() throws IOException {
        Browser browser = browser(STARTED);

        assertThat(browser.gpuPid()).isNull();
        assertThat(browser.gpuTid()).isNull();
    }

    @Test
    void mainFrame_isTheOutermostOne() throws IOException {
        assertThat(browser(STARTED).mainFrame()).isEqualTo("main");
        assertThat(browser(STARTED).mainFrameUrl()).isEqualTo("about:blank");
    }

    @Test
    void mainFrame_isPrimaryWhereFramesSaySo() throws IOException {
        Browser browser = browser("""
                I 9:1 1 TracingStartedInBrowser "args":{"data":{"frames":[\
                {"frame":"prerendered","isOutermostMainFrame":true,"isInPrimaryMainFrame":false,"url":"a"},\
                {"frame":"shown","isOutermostMainFrame":true,"isInPrimaryMainFrame":true,"url":"b"}]}}
                """);

        assertThat(browser.mainFrame()).isEqualTo("shown");
    }

    @Test
    void mainFrame_ofOldTracesIsTheOneWithoutParent() throws IOException {
        Browser browser = browser("""
                I 9:1 1 TracingStartedInBrowser "args":{"data":{"frames":[\
                {"frame":"child","parent":"top","url":"a"},{"frame":"top","url":"b"}]}}
                """);

        assertThat(browser.mainFrame()).isEqualTo("top");
    }

    @Test
    void missingFrames_areNoError() throws IOException {
        assertThat(browser("I 9:1 1 TracingStartedInBrowser").mainFrame()).isEmpty();
        assertThat(browser("I 9:1 1 TracingStartedInBrowser \"args\":{\"data\":{\"frames\":[7,null]}}")
                        .mainFrame())
                .isEmpty();
    }

    @Test
    void navigations_areInTheOrderOfTime() throws IOException {
        Browser browser = browser(STARTED
                + navigation(9_000_000, "main", "n2", "https://b.example/")
                + navigation(2_000, "main", "n1", "https://a.example/")
                + navigation(3_000, "ad", "n3", "https://c.example/"));

        assertThat(browser.navigations()).extracting(Browser.Navigation::id).containsExactly("n1", "n3", "n2");
        assertThat(browser.mainFrameNavigations())
                .extracting(Browser.Navigation::id)
                .containsExactly("n1", "n2");
        assertThat(browser.navigation("n3").orElseThrow().mainFrame()).isFalse();
    }

    @Test
    void navigations_withoutAddressOrIdOrOfAKnownIdAreIgnored() throws IOException {
        Browser browser = browser(STARTED
                + navigation(2_000, "main", "n1", "https://a.example/")
                + navigation(3_000, "main", "n1", "https://again.example/")
                + navigation(4_000, "main", "n2", "")
                + "R 2:1 5000 navigationStart \"args\":{\"frame\":\"main\"}\n"
                + "R 2:1 6000 navigationStart\n");

        assertThat(browser.navigations()).hasSize(1);
        assertThat(browser.navigations().get(0).url()).isEqualTo("https://a.example/");
    }

    @Test
    void navigations_beforeTheMainFrameIsKnownBelongToItAllTheSame() throws IOException {
        Browser browser = browser(navigation(2_000, "main", "n1", "https://a.example/") + STARTED);

        assertThat(browser.mainFrameNavigations()).hasSize(1);
    }

    @Test
    void softNavigations_areKeptApart() throws IOException {
        Browser browser = browser(STARTED
                + "I 2:1 2000 SoftNavigationStart \"args\":{\"frame\":\"main\",\"context\":"
                + "{\"performanceTimelineNavigationId\":\"s1\",\"URL\":\"https://a.example/#2\"}}\n");

        assertThat(browser.navigation("s1").orElseThrow().soft()).isTrue();
        assertThat(browser.mainFrameNavigations()).isEmpty();
        assertThat(browser.mainFrameUrl()).isEqualTo("about:blank");
    }

    @Test
    void firstNavigation_soonAfterTheStartNamesThePage() throws IOException {
        Browser soon = browser(STARTED + navigation(500_999, "main", "n1", "https://www.acme.example:8080/shop?a=1"));
        Browser late = browser(STARTED + navigation(501_000, "main", "n1", "https://www.acme.example:8080/shop?a=1"));

        assertThat(soon.mainFrameHost()).isEqualTo("acme.example:8080");
        assertThat(late.mainFrameHost()).isEmpty();
    }

    @Test
    void trace_isGenericUnlessDevToolsMadeIt() throws IOException {
        assertThat(browser("X 1 1 work").generic()).isTrue();
        assertThat(browser(STARTED).generic()).isFalse();
        assertThat(browser("I 1 1 TracingStartedInPage").generic()).isFalse();
        assertThat(browser("I 1 1 TracingSessionIdForWorker").generic()).isFalse();
        assertThat(browser("X 1 1 CpuProfile").generic()).isFalse();
    }

    @Test
    void state_ofOneTraceDoesNotReachTheNext() throws IOException {
        MetaHandler handler = new MetaHandler();
        HandlerRun.ofLines(handler, STARTED + navigation(2_000, "main", "n1", "https://a.example/"));
        handler.reset();

        Meta next = HandlerRun.ofLines(handler, "X 1 5 work \"dur\":5");

        assertThat(next.browser()).isEqualTo(Browser.NONE);
        assertThat(next.startNanos()).isEqualTo(5_000);
    }
}
