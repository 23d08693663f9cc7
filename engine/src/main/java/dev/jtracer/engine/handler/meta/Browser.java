// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.meta;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the processes and pages in a trace of Chrome. Immutable.
 *
 * @param generic whether the trace comes from another tool than DevTools and Lighthouse, by the rule of DevTools' engine
 * @param browserPid process of the browser; null if not known
 * @param browserTid main thread of the browser; null if not known
 * @param gpuPid process that draws; null if not known
 * @param gpuTid main thread of the process that draws; null if not known
 * @param mainFrame id of the page's outermost frame; empty if not known
 * @param mainFrameUrl address that the page had first; empty if not known
 * @param navigations all navigations, in the order of their times
 */
public record Browser(
        boolean generic,
        @Nullable Long browserPid,
        @Nullable Long browserTid,
        @Nullable Long gpuPid,
        @Nullable Long gpuTid,
        String mainFrame,
        String mainFrameUrl,
        List<Navigation> navigations) {
    /** The facts of any other trace. */
    public static final Browser NONE = new Browser(true, null, null, null, null, "", "", List.of());

    public Browser {
        navigations = List.copyOf(navigations);
    }

    /** Returns the navigations of the page itself that loaded another document, in the order of their times. */
    public List<Navigation> mainFrameNavigations() {
        return navigations.stream()
                .filter(navigation -> navigation.mainFrame() && !navigation.soft())
                .toList();
    }

    /** Returns the navigation with this id. */
    public Optional<Navigation> navigation(String id) {
        return navigations.stream()
                .filter(navigation -> navigation.id().equals(id))
                .findFirst();
    }

    /** Returns host and port of the main frame's address, without {@code www.}; empty if it has no host. */
    public String mainFrameHost() {
        int scheme = mainFrameUrl.indexOf("://");
        if (scheme < 0) {
            return "";
        }
        String host = mainFrameUrl.substring(scheme + 3).split("[/?#]", 2)[0].toLowerCase(Locale.ROOT);
        return host.startsWith("www.") ? host.substring(4) : host;
    }

    /**
     * A navigation.
     *
     * @param id its id, unique in the trace
     * @param frame id of the frame that navigated
     * @param url address of the new document
     * @param startNanos time of its begin
     * @param mainFrame whether the page itself navigated and not a frame within it
     * @param soft whether a script changed the address, without loading a document
     */
    public record Navigation(String id, String frame, String url, long startNanos, boolean mainFrame, boolean soft) {}
}
