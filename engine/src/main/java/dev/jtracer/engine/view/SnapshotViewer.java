// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.List;

/** A viewer of any snapshot: its content. */
final class SnapshotViewer implements Viewer<ObjectSnapshot> {
    @Override
    public Class<ObjectSnapshot> shows() {
        return ObjectSnapshot.class;
    }

    @Override
    public boolean forSeveral() {
        return false;
    }

    @Override
    public String title() {
        return "Snapshot";
    }

    @Override
    public void text(List<? extends ObjectSnapshot> things, TextLines text) {
        facts(things.get(0)).text(text);
    }

    @Override
    public void html(List<? extends ObjectSnapshot> things, Html html) {
        html.element("h2", things.get(0).title());
        facts(things.get(0)).html(html);
    }

    private static Facts facts(ObjectSnapshot snapshot) {
        return new Facts()
                .add("object", snapshot.title())
                .addNanos("time", snapshot.tsNanos())
                .addAll("state.", snapshot.content());
    }
}
