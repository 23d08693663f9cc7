// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A collector of Chrome's facts about its processes and pages, by the rules of DevTools' engine. */
final class BrowserCollector {
    /** A navigation this soon after the start is the reload with which the recording began. */
    private static final long FIRST_NAVIGATION_NANOS = 500_000_000;

    /** Events with facts about the browser. */
    enum Kind {
        TRACING_STARTED_IN_BROWSER,
        /** Events that only traces of DevTools have. */
        DEVTOOLS_ONLY,
        NAVIGATION_START,
        SOFT_NAVIGATION_START;

        static @Nullable Kind of(String name) {
            return switch (name) {
                case "TracingStartedInBrowser" -> TRACING_STARTED_IN_BROWSER;
                case "TracingStartedInPage", "TracingSessionIdForWorker", "CpuProfile" -> DEVTOOLS_ONLY;
                case "navigationStart" -> NAVIGATION_START;
                case "SoftNavigationStart" -> SOFT_NAVIGATION_START;
                default -> null;
            };
        }
    }

    private final Map<String, Browser.Navigation> navigations = new LinkedHashMap<>();
    private boolean generic = true;
    private @Nullable Long startedNanos;
    private @Nullable Long browserPid;
    private @Nullable Long browserTid;
    private @Nullable Long gpuPid;
    private @Nullable Long gpuTid;
    private String mainFrame = "";
    private String mainFrameUrl = "";

    void event(Kind kind, TraceEvent event) {
        switch (kind) {
            case TRACING_STARTED_IN_BROWSER -> {
                generic = false;
                startedNanos = event.tsNanos();
                takeFrames(event.args().object("data"));
            }
            case DEVTOOLS_ONLY -> generic = false;
            case NAVIGATION_START -> takeNavigation(event, false);
            case SOFT_NAVIGATION_START -> takeNavigation(event, true);
        }
    }

    private void takeFrames(Args data) {
        if (data.asMap().get("frames") instanceof List<?> frames) {
            for (Object frame : frames) {
                if (frame instanceof Map<?, ?> members && isMainFrame(members)) {
                    mainFrame = text(members.get("frame"));
                    mainFrameUrl = text(members.get("url"));
                    return;
                }
            }
        }
    }

    // Chrome has used three members for this over the years; the newest that the frame has decides.
    private static boolean isMainFrame(Map<?, ?> frame) {
        Object outermost = frame.get("isOutermostMainFrame");
        Object primary = frame.get("isInPrimaryMainFrame");
        if (primary != null) {
            return Boolean.TRUE.equals(primary) && Boolean.TRUE.equals(outermost);
        }
        if (outermost != null) {
            return Boolean.TRUE.equals(outermost);
        }
        return frame.get("parent") == null && !text(frame.get("url")).isEmpty();
    }

    private void takeNavigation(TraceEvent event, boolean soft) {
        Args args = event.args();
        Args data = args.object(soft ? "context" : "data");
        String id = text(data.asMap().get(soft ? "performanceTimelineNavigationId" : "navigationId"));
        String url = text(data.asMap().get(soft ? "URL" : "documentLoaderURL"));
        if (id.isEmpty() || url.isEmpty()) {
            return;
        }
        String frame = text(args.asMap().get("frame"));
        navigations.putIfAbsent(id, new Browser.Navigation(id, frame, url, event.tsNanos(), false, soft));
    }

    void processName(long pid, String name) {
        switch (name) {
            case "Browser", "HeadlessBrowser" -> browserPid = pid;
            case "Gpu", "GPU Process" -> gpuPid = pid;
            default -> {}
        }
    }

    void threadName(long tid, String name) {
        switch (name) {
            case "CrBrowserMain" -> browserTid = tid;
            case "CrGpuMain" -> gpuTid = tid;
            default -> {}
        }
    }

    /** Returns the start of the recording according to Chrome; null if the trace does not contain it. */
    @Nullable
    Long startedNanos() {
        return startedNanos;
    }

    /** Returns all facts of a trace that starts at this time. */
    Browser browser(long startNanos) {
        List<Browser.Navigation> inOrder = navigations.values().stream()
                .map(this::withMainFrame)
                .sorted(Comparator.comparingLong(Browser.Navigation::startNanos))
                .toList();
        String url = inOrder.stream()
                .filter(navigation -> navigation.mainFrame() && !navigation.soft())
                .findFirst()
                .filter(first -> first.startNanos() - startNanos < FIRST_NAVIGATION_NANOS)
                .map(Browser.Navigation::url)
                .orElse(mainFrameUrl);
        return new Browser(generic, browserPid, browserTid, gpuPid, gpuTid, mainFrame, url, inOrder);
    }

    // Files are not always in the order of time: a navigation may precede the event that names the main frame.
    private Browser.Navigation withMainFrame(Browser.Navigation navigation) {
        boolean main = !mainFrame.isEmpty() && navigation.frame().equals(mainFrame);
        return new Browser.Navigation(
                navigation.id(),
                navigation.frame(),
                navigation.url(),
                navigation.startNanos(),
                main,
                navigation.soft());
    }

    private static String text(@Nullable Object member) {
        return member == null ? "" : member.toString();
    }
}
