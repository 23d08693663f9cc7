// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.List;

/** Shows any object: how long it lived, and each of its snapshots. */
final class ObjectViewer implements Viewer<ObjectInstance> {
    @Override
    public Class<ObjectInstance> shows() {
        return ObjectInstance.class;
    }

    @Override
    public boolean forSeveral() {
        return false;
    }

    @Override
    public String title() {
        return "Object";
    }

    @Override
    public String text(List<? extends ObjectInstance> things) {
        ObjectInstance instance = things.get(0);
        StringBuilder text = new StringBuilder(facts(instance).text());
        for (ObjectSnapshot snapshot : instance.snapshots()) {
            text.append(Facts.nanosText(snapshot.tsNanos()))
                    .append("  ")
                    .append(snapshot.content())
                    .append('\n');
        }
        return text.toString();
    }

    @Override
    public void html(List<? extends ObjectInstance> things, Html html) {
        ObjectInstance instance = things.get(0);
        html.element("h2", instance.title());
        facts(instance).html(html);
        html.open("table").row("th", List.of("time", "state"));
        for (ObjectSnapshot snapshot : instance.snapshots()) {
            html.row(
                    "td",
                    List.of(
                            Facts.nanosText(snapshot.tsNanos()),
                            snapshot.content().toString()));
        }
        html.close();
    }

    private static Facts facts(ObjectInstance instance) {
        return new Facts()
                .add("object", instance.title())
                .add("type", instance.originalTitle())
                .add("category", instance.object().category())
                .addNanos("created", instance.object().createdNanos())
                .addNanos("deleted", instance.object().deletedNanos());
    }
}
