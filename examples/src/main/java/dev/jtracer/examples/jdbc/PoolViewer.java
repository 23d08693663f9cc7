// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.jdbc;

import dev.jtracer.engine.view.Html;
import dev.jtracer.engine.view.TextLines;
import dev.jtracer.engine.view.Viewer;
import dev.jtracer.examples.jdbc.PoolType.PoolSnapshot;
import java.util.List;

/** Shows the state of a pool as a bar: a block for each busy connection, a dot for each idle one. */
final class PoolViewer implements Viewer<PoolSnapshot> {
    private static final int MAX_LENGTH = 100;

    @Override
    public Class<PoolSnapshot> shows() {
        return PoolSnapshot.class;
    }

    @Override
    public boolean forSeveral() {
        return false;
    }

    @Override
    public String title() {
        return "Connection pool";
    }

    @Override
    public void text(List<? extends PoolSnapshot> things, TextLines text) {
        text.line(bar(things.get(0)) + "  " + things.get(0).title());
    }

    @Override
    public void html(List<? extends PoolSnapshot> things, Html html) {
        html.open("p")
                .element("code", bar(things.get(0)))
                .text(" " + things.get(0).title())
                .close();
    }

    private static String bar(PoolSnapshot pool) {
        // A trace may say anything: what is drawn has limits.
        int size = (int) Math.max(0, Math.min(MAX_LENGTH, pool.size()));
        int busy = (int) Math.max(0, Math.min(size, pool.busy()));
        return "#".repeat(busy) + ".".repeat(size - busy);
    }
}
