// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.springboot;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/** The tracer's MBean. Every method fails with an {@link IllegalStateException} if there is none or it fails. */
record TracerMBean(MBeanServer server, ObjectName name) {
    private static final String ABSENT = "no tracer in this JVM; start it with -javaagent:tracer.jar=include=PACKAGE"
            + " (without jmx=off), or attach one";

    static TracerMBean platform() {
        try {
            return new TracerMBean(
                    ManagementFactory.getPlatformMBeanServer(), new ObjectName("dev.jtracer:type=Tracer"));
        } catch (MalformedObjectNameException constant) {
            throw new IllegalStateException(constant);
        }
    }

    /** Returns the figures of the tracer's state by their keys. */
    Map<String, Object> status() {
        return items((CompositeData) attribute("Status"));
    }

    /** Returns the totals of each function by the items of a row. */
    List<Map<String, Object>> totals() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object row : ((TabularData) attribute("Totals")).values()) {
            rows.add(items((CompositeData) row));
        }
        return rows;
    }

    /** Executes a command without arguments; returns the tracer's line for the user. */
    String command(String command) {
        try {
            return String.valueOf(server.invoke(name, command, null, null));
        } catch (JMException | JMRuntimeException e) {
            throw failure(e);
        }
    }

    private Object attribute(String attribute) {
        try {
            return server.getAttribute(name, attribute);
        } catch (JMException | JMRuntimeException e) {
            throw failure(e);
        }
    }

    private static IllegalStateException failure(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = e instanceof InstanceNotFoundException ? ABSENT : String.valueOf(cause.getMessage());
        return new IllegalStateException(message, e);
    }

    private static Map<String, Object> items(CompositeData data) {
        Map<String, @Nullable Object> items = new LinkedHashMap<>();
        for (String key : data.getCompositeType().keySet()) {
            items.put(key, data.get(key));
        }
        return items;
    }
}
