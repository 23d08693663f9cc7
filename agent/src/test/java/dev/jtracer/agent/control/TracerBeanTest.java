// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.Attribute;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TracerBeanTest {
    private final TracingRecord tracing = new TracingRecord();
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private ObjectName name;

    @BeforeEach
    void register() throws Exception {
        name = new ObjectName("dev.jtracer:type=Tracer");
        TracerBean.register(tracing, () -> {}, server);
    }

    private Object invoke(String operation) throws Exception {
        return server.invoke(name, operation, new Object[0], new String[0]);
    }

    @Test
    void operations_reachTheTracer() throws Exception {
        assertThat(invoke("start")).isEqualTo("did start");
        assertThat(invoke("toggle")).isEqualTo("did toggle");
        assertThat(invoke("reset")).isEqualTo("did reset");
        assertThat(invoke("stop")).isEqualTo("did stop");
        server.invoke(name, "log", new Object[] {"hello"}, new String[] {"java.lang.String"});

        assertThat(tracing.asked).containsExactly("start", "toggle", "reset", "stop", "log hello");
    }

    @Test
    void totals_areATableByName() throws Exception {
        TabularData totals = (TabularData) server.getAttribute(name, "Totals");

        CompositeData find = totals.get(new Object[] {"com.acme.Cache.find"});
        assertThat(find.getAll(
                        new String[] {"count", "minMs", "averageMs", "maxMs", "totalMs", "selfMs", "threw", "unfinished"
                        }))
                .containsExactly(2L, 1.0, 2.0, 3.0, 4.0, 2.5, 1L, 0L);
        assertThat(find.getAll(new String[] {"p50Ms", "p99Ms"}))
                .as("between min and max")
                .containsExactly(1.0, 3.0);
        CompositeData key = totals.get(new Object[] {"com.acme.Cache.key"});
        assertThat(key.getAll(new String[] {"count", "averageMs", "unfinished"}))
                .containsExactly(0L, 0.0, 5L);
        assertThat(totals.size()).isEqualTo(2);
    }

    @Test
    void status_hasEachItemUnderItsKey() throws Exception {
        CompositeData status = (CompositeData) server.getAttribute(name, "Status");

        assertThat(status.getAll(new String[] {"recording", "output", "recordings", "events"}))
                .containsExactly(true, "/tmp/trace.json", 3, 1000L);
        assertThat(status.getAll(new String[] {"lostEvents", "lostNoFreeBuffer", "overheadNanosPerTiming"}))
                .containsExactly(7L, 4L, 17.25);
        assertThat(status.values()).hasSize(13);
    }

    @Test
    void bean_takesNothingButAString() throws Exception {
        for (MBeanOperationInfo operation : server.getMBeanInfo(name).getOperations()) {
            for (MBeanParameterInfo parameter : operation.getSignature()) {
                assertThat(parameter.getType()).isEqualTo("java.lang.String");
            }
        }
        assertThat(server.getMBeanInfo(name).getAttributes()).noneMatch(attribute -> attribute.isWritable());
        assertThat(server.getAttributes(name, new String[] {"Recording"}).asList())
                .containsExactly(new Attribute("Recording", true));
    }
}
