// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.List;

/**
 * Shows one or several things of a kind. An extension point, found by {@link java.util.ServiceLoader}.
 *
 * @param <T> what it shows: a subclass of {@link Slice}, {@link ObjectSnapshot} or {@link ObjectInstance}
 */
public interface Viewer<T> {
    /** Returns what it shows; things of a subclass too, unless a viewer for that exists. A class, not an interface. */
    Class<T> shows();

    /** Whether it is for several things at once instead of one. */
    boolean forSeveral();

    /** Returns the title for the user; not blank. */
    String title();

    /**
     * Adds lines about them.
     *
     * @param things at least one; exactly one unless {@link #forSeveral}
     */
    void text(List<? extends T> things, TextLines text);

    /** Adds HTML about them, to a page that others write to as well; closes what it opens. */
    void html(List<? extends T> things, Html html);
}
