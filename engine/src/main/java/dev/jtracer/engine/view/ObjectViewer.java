// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import dev.jtracer.engine.handler.object.TracedObject;
import java.util.ArrayList;
import java.util.List;

/** A viewer of any object: its lifetime and its snapshots. */
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
    public void text(List<? extends ObjectInstance> things, TextLines text) {
        facts(things.get(0)).text(text);
        text.table(states(things.get(0)));
    }

    @Override
    public void html(List<? extends ObjectInstance> things, Html html) {
        ObjectInstance instance = things.get(0);
        html.element("h2", instance.title());
        facts(instance).html(html);
        html.open("table").row("th", List.of("time", "state"));
        for (List<String> state : states(instance)) {
            html.row("td", state);
        }
        html.close();
    }

    private static List<List<String>> states(ObjectInstance instance) {
        List<List<String>> states = new ArrayList<>();
        for (ObjectSnapshot snapshot : instance.snapshots()) {
            states.add(List.of(
                    Facts.nanosText(snapshot.tsNanos()), snapshot.content().toString()));
        }
        return states;
    }

    private static Facts facts(ObjectInstance instance) {
        TracedObject object = instance.object();
        return new Facts()
                .add("object", instance.title())
                .add("type", instance.originalTitle())
                .add("category", object.category())
                .add("created", time(object.creationTraced(), object.createdNanos()))
                .add("deleted", time(object.deletionTraced(), object.deletedNanos()));
    }

    private static String time(boolean traced, long nanos) {
        return traced ? Facts.nanosText(nanos) : "not recorded";
    }
}
