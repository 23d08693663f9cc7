// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.event.TraceEvent;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A collector of Chrome's facts about its page, by the rules of DevTools' engine. */
final class PageCollector {
    /** A navigation this soon after the start is the reload with which the recording began. */
    private static final long FIRST_NAVIGATION_NANOS = 500_000_000;

    private static final String TRACING_STARTED = "TracingStartedInBrowser";

    /** Names of events with facts about the page. */
    static final Set<String> EVENTS = Set.of(TRACING_STARTED, "navigationStart");

    private record Navigation(String frame, String url, long startNanos) {}

    /** By id; the first of each counts. */
    private final Map<String, Navigation> navigations = new LinkedHashMap<>();

    private @Nullable Long startedNanos;
    private String mainFrame = "";
    private String mainFrameUrl = "";

    /** Takes one of the {@link #EVENTS}. */
    void event(TraceEvent event) {
        if (event.name().equals(TRACING_STARTED)) {
            startedNanos = event.tsNanos();
            takeFrames(event.args().object("data"));
        } else {
            takeNavigation(event);
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

    private void takeNavigation(TraceEvent event) {
        Args args = event.args();
        Args data = args.object("data");
        String id = data.asText("navigationId");
        String url = data.asText("documentLoaderURL");
        if (!id.isEmpty() && !url.isEmpty()) {
            navigations.putIfAbsent(id, new Navigation(args.asText("frame"), url, event.tsNanos()));
        }
    }

    /** Returns the start of the recording according to Chrome; null if the trace does not contain it. */
    @Nullable
    Long startedNanos() {
        return startedNanos;
    }

    /** Returns the page of a trace that starts at this time. */
    Page page(long startNanos) {
        // Files are not always in the order of time: a navigation may precede the event that names the main frame.
        List<Navigation> inOrder = navigations.values().stream()
                .filter(navigation -> !mainFrame.isEmpty() && navigation.frame.equals(mainFrame))
                .sorted(Comparator.comparingLong(Navigation::startNanos))
                .toList();
        boolean reloaded = !inOrder.isEmpty() && inOrder.get(0).startNanos - startNanos < FIRST_NAVIGATION_NANOS;
        return new Page(
                reloaded ? inOrder.get(0).url : mainFrameUrl,
                inOrder.stream().map(Navigation::startNanos).toList());
    }

    private static String text(@Nullable Object member) {
        return member == null ? "" : member.toString();
    }
}
