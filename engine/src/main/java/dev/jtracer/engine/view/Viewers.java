// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the viewer for what a user has selected: the one registered for its class or the nearest class above. For slices,
 * snapshots and objects there is always one.
 */
public final class Viewers {
    private final List<Viewer<?>> viewers = new ArrayList<>();

    /** Has the general viewers only. */
    public Viewers() {
        register(new SliceViewer());
        register(new SliceTableViewer());
        register(new SnapshotViewer());
        register(new ObjectViewer());
    }

    /** Has the general viewers and those that {@code loader} provides as services. */
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
     * @throws IllegalArgumentException if it has no title, or there is one for the same class and number of things already
     */
    public void register(Viewer<?> viewer) {
        if (viewer.title().isBlank()) {
            throw new IllegalArgumentException("the viewer for '" + name(viewer.shows()) + "' has no title; give it one");
        }
        if (exact(viewer.shows(), viewer.forSeveral()) != null) {
            throw new IllegalArgumentException("'" + name(viewer.shows()) + "' has a viewer for "
                    + (viewer.forSeveral() ? "several" : "one") + " already; register it once");
        }
        viewers.add(viewer);
    }

    /** What the viewer of one thing says about it. */
    public String text(Object thing) {
        return textOf(find(thing.getClass(), false), List.of(thing));
    }

    /** What the viewer of several things says about them; they are shown as what all of them are. */
    public String text(List<?> things) {
        return things.size() == 1 ? text(things.get(0)) : textOf(find(commonClass(things), true), things);
    }

    /** Adds what the viewer of one thing shows of it. */
    public void html(Object thing, Html html) {
        htmlOf(find(thing.getClass(), false), List.of(thing), html);
    }

    /** Adds what the viewer of several things shows of them. */
    public void html(List<?> things, Html html) {
        if (things.size() == 1) {
            html(things.get(0), html);
        } else {
            htmlOf(find(commonClass(things), true), things, html);
        }
    }

    /**
     * The viewer for things of a class.
     *
     * @throws IllegalArgumentException if there is none for the class or one above it
     */
    public Viewer<?> find(Class<?> type, boolean forSeveral) {
        for (Class<?> candidate = type; candidate != null; candidate = candidate.getSuperclass()) {
            Viewer<?> viewer = exact(candidate, forSeveral);
            if (viewer != null) {
                return viewer;
            }
        }
        throw new IllegalArgumentException(
                "there is no viewer for " + (forSeveral ? "several " : "") + "'" + name(type) + "'; register one");
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

    private static <T> String textOf(Viewer<T> viewer, List<?> things) {
        return viewer.text(cast(viewer, things));
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
