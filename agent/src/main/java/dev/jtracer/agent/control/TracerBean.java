// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import dev.jtracer.engine.handler.totals.Functions;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.jspecify.annotations.Nullable;

/** A {@link Tracing} in JMX. It uses open types only, so that a client needs no class of the tracer. */
public final class TracerBean implements TracerBeanMBean {
    /* The name alone makes this a standard MBean. For an MXBean the server would treat the returned open types as
     * beans and convert them again. The registration of a javax.management.StandardMBean uses a System.Logger, which
     * runs a LoggerFinder of the application on the tracer's thread. */
    private static final String[] TOTAL_ITEMS = {
        "name", "count", "minMs", "averageMs", "maxMs", "totalMs", "selfMs", "p50Ms", "p99Ms", "threw", "unfinished"
    };
    private static final String NAME = "dev.jtracer:type=Tracer";

    private final Tracing tracing;
    private final Runnable detach;
    private final CompositeType totalType;
    private final TabularType totalsType;

    private TracerBean(Tracing tracing, Runnable detach) throws OpenDataException {
        this.tracing = tracing;
        this.detach = detach;
        OpenType<?>[] types = new OpenType<?>[TOTAL_ITEMS.length];
        for (int i = 1; i < types.length; i++) {
            types[i] = TOTAL_ITEMS[i].endsWith("Ms") ? SimpleType.DOUBLE : SimpleType.LONG;
        }
        types[0] = SimpleType.STRING; // the name
        totalType = new CompositeType("Total", "totals of a function", TOTAL_ITEMS, TOTAL_ITEMS, types);
        totalsType = new TabularType("Totals", "totals by function", totalType, new String[] {"name"});
    }

    /* Some counters are there only when they have something to say. */
    private static CompositeType statusType(List<TracerStatus.Item> items) {
        String[] labels = items.stream().map(TracerStatus.Item::label).toArray(String[]::new);
        OpenType<?>[] types = items.stream().map(item -> typeOf(item.value())).toArray(OpenType<?>[]::new);
        try {
            return new CompositeType("Status", "the tracer's state", keys(items), labels, types);
        } catch (OpenDataException twoOfOneKey) {
            throw new IllegalStateException(twoOfOneKey);
        }
    }

    private static String[] keys(List<TracerStatus.Item> items) {
        return items.stream().map(TracerStatus.Item::key).toArray(String[]::new);
    }

    private static OpenType<?> typeOf(Object value) {
        Map<Class<?>, OpenType<?>> types = Map.of(
                Boolean.class, SimpleType.BOOLEAN,
                Integer.class, SimpleType.INTEGER,
                Long.class, SimpleType.LONG,
                Double.class, SimpleType.DOUBLE);
        return types.getOrDefault(value.getClass(), SimpleType.STRING);
    }

    /** Registers a tracer as {@code dev.jtracer:type=Tracer}. */
    static void register(Tracing tracing, Runnable detach, MBeanServer server) throws JMException {
        server.registerMBean(new TracerBean(tracing, detach), new ObjectName(NAME));
    }

    static void unregister(MBeanServer server) throws JMException {
        server.unregisterMBean(new ObjectName(NAME));
    }

    @Override
    public boolean isRecording() {
        return tracing.status(false).recording();
    }

    @Override
    public CompositeData getStatus() {
        List<TracerStatus.Item> items = tracing.status(true).items();
        return row(
                statusType(items),
                keys(items),
                items.stream().map(TracerStatus.Item::value).toArray());
    }

    @Override
    public TabularData getTotals() {
        TabularDataSupport totals = new TabularDataSupport(totalsType);
        for (Functions.Row row : tracing.totals().rows()) {
            totals.put(row(
                    totalType,
                    TOTAL_ITEMS,
                    row.name(),
                    row.finished().count(),
                    row.finished().minNanos() / 1e6,
                    row.finished().averageNanos() / 1e6,
                    row.finished().maxNanos() / 1e6,
                    row.outermostNanos() / 1e6,
                    row.selfNanos() / 1e6,
                    row.percentileNanos(50) / 1e6,
                    row.percentileNanos(99) / 1e6,
                    row.threw(),
                    row.unfinished()));
        }
        return totals;
    }

    @Override
    public String start() {
        return tracing.start().text();
    }

    @Override
    public String stop() {
        return tracing.stop(null).text();
    }

    @Override
    public String toggle() {
        return tracing.toggle(null).text();
    }

    @Override
    public String reset() {
        return tracing.reset().text();
    }

    @Override
    public void detach() {
        detach.run();
    }

    @Override
    public void log(@Nullable String text) {
        tracing.log(String.valueOf(text));
    }

    private static CompositeData row(CompositeType type, String[] items, Object... values) {
        try {
            return new CompositeDataSupport(type, items, values);
        } catch (OpenDataException typesDiffer) {
            throw new IllegalStateException(typesDiffer);
        }
    }
}
