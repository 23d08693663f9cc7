// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.List;

/**
 * A viewer of one or several things of a kind. An extension point, found by {@link java.util.ServiceLoader}.
 *
 * @param <T> class of the things shown: a subclass of {@link Slice}, {@link ObjectSnapshot} or {@link ObjectInstance}
 */
public interface Viewer<T> {
    /** Returns the class of the things shown, not an interface. Applies to subclasses without a viewer too. */
    Class<T> shows();

    /** Returns whether it shows several things at once instead of one. */
    boolean forSeveral();

    /** Returns the title for the user; not blank. */
    String title();

    /**
     * Adds lines about them.
     *
     * @param things at least one; exactly one unless {@link #forSeveral}
     */
    void text(List<? extends T> things, TextLines text);

    /** Adds HTML about them to a page that others write to as well; closes the elements that it opens. */
    void html(List<? extends T> things, Html html);
}
