// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import java.util.List;

/** A viewer of any slice: its times and arguments. */
final class SliceViewer implements Viewer<Slice> {
    @Override
    public Class<Slice> shows() {
        return Slice.class;
    }

    @Override
    public boolean forSeveral() {
        return false;
    }

    @Override
    public String title() {
        return "Slice";
    }

    @Override
    public void text(List<? extends Slice> things, TextLines text) {
        facts(things.get(0)).text(text);
    }

    @Override
    public void html(List<? extends Slice> things, Html html) {
        html.element("h2", things.get(0).title());
        facts(things.get(0)).html(html);
    }

    private static Facts facts(Slice slice) {
        Facts facts = new Facts().add("title", slice.title());
        if (!slice.title().equals(slice.originalTitle())) {
            facts.add("name", slice.originalTitle());
        }
        facts.add("category", slice.category())
                .addNanos("start", slice.startNanos())
                .addNanos("duration", slice.durationNanos())
                .addNanos("self", slice.selfNanos());
        if (slice.didNotFinish()) {
            facts.add("end", "not recorded");
        }
        if (slice.threw()) {
            facts.add("result", "left by an exception");
        }
        return facts.addAll("args.", slice.args());
    }
}
