// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The registered viewers. The viewer of a user's selection is that of its class or the nearest superclass. Slices, snapshots
 * and objects always have one.
 */
public final class Viewers {
    private final List<Viewer<?>> viewers = new ArrayList<>();

    /** Creates a registry with the general viewers only. */
    public Viewers() {
        register(new SliceViewer());
        register(new SliceTableViewer());
        register(new SnapshotViewer());
        register(new ObjectViewer());
    }

    /**
     * Creates a registry with the general viewers and those that {@code loader} provides as services.
     *
     * @throws java.util.ServiceConfigurationError if a service cannot be loaded
     */
    public static Viewers load(ClassLoader loader) {
        Viewers viewers = new Viewers();
        for (Viewer<?> viewer : ServiceLoader.load(Viewer.class, loader)) {
            viewers.register(viewer);
        }
        return viewers;
    }

    /**
     * Adds a viewer.
     *
     * @throws IllegalArgumentException if it has no title, is for an interface, or the same class and number of things has a
     *     viewer already
     */
    public void register(Viewer<?> viewer) {
        if (viewer.title().isBlank()) {
            throw new IllegalArgumentException(
                    "the viewer for '" + name(viewer.shows()) + "' has no title; give it one");
        }
        if (viewer.shows().isInterface()) {
            throw new IllegalArgumentException("'" + name(viewer.shows()) + "' is an interface; name a class");
        }
        if (exact(viewer.shows(), viewer.forSeveral()) != null) {
            throw new IllegalArgumentException("'" + name(viewer.shows()) + "' has a viewer for "
                    + (viewer.forSeveral() ? "several" : "one") + " already; register it once");
        }
        viewers.add(viewer);
    }

    /** Returns the text of the selected things' viewer; several things are shown as instances of their common class. */
    public String text(List<?> selection) {
        TextLines text = new TextLines();
        textOf(find(selection), selection, text);
        return text.text();
    }

    /** Adds the HTML of the selected things' viewer. */
    public void html(List<?> selection, Html html) {
        htmlOf(find(selection), selection, html);
    }

    /**
     * Returns the viewer for the selected things.
     *
     * @throws IllegalArgumentException if nothing is selected, or their common class has no viewer
     */
    public Viewer<?> find(List<?> selection) {
        Class<?> common = commonClass(selection);
        boolean several = selection.size() > 1;
        for (Class<?> type = common; type != null; type = type.getSuperclass()) {
            Viewer<?> viewer = exact(type, several);
            if (viewer != null) {
                return viewer;
            }
        }
        throw new IllegalArgumentException(
                "there is no viewer for " + (several ? "several " : "one ") + "'" + name(common) + "'; register one");
    }

    private @Nullable Viewer<?> exact(Class<?> type, boolean forSeveral) {
        for (Viewer<?> viewer : viewers) {
            if (viewer.shows() == type && viewer.forSeveral() == forSeveral) {
                return viewer;
            }
        }
        return null;
    }

    private static Class<?> commonClass(List<?> things) {
        if (things.isEmpty()) {
            throw new IllegalArgumentException("nothing is selected; select at least one thing");
        }
        Class<?> common = things.get(0).getClass();
        for (Object thing : things) {
            while (!common.isInstance(thing)) {
                common = common.getSuperclass();
            }
        }
        return common;
    }

    private static <T> void textOf(Viewer<T> viewer, List<?> things, TextLines text) {
        viewer.text(cast(viewer, things), text);
    }

    private static <T> void htmlOf(Viewer<T> viewer, List<?> things, Html html) {
        viewer.html(cast(viewer, things), html);
    }

    private static <T> List<T> cast(Viewer<T> viewer, List<?> things) {
        List<T> shown = new ArrayList<>();
        for (Object thing : things) {
            shown.add(viewer.shows().cast(thing));
        }
        return shown;
    }

    private static String name(Class<?> type) {
        return type.getSimpleName();
    }
}
