// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceIdentityTest {
    private final Properties properties = new Properties();
    private final Map<String, String> environment = new HashMap<>(Map.of("HOSTNAME", "pod-7"));

    private ServiceIdentity identity(String name) {
        return ServiceIdentity.of(name, properties, environment);
    }

    @Test
    void name_isTheUsersThenThatOfOpenTelemetry() {
        assertThat(identity("")).isEqualTo(new ServiceIdentity("", "", "pod-7"));

        environment.put("OTEL_RESOURCE_ATTRIBUTES", "service.name = shop ,service.version=1.4,x=y");
        assertThat(identity("")).isEqualTo(new ServiceIdentity("shop", "1.4", "pod-7"));

        environment.put("OTEL_SERVICE_NAME", "checkout");
        assertThat(identity("").name()).isEqualTo("checkout");

        properties.setProperty("otel.service.name", "cart");
        assertThat(identity("").name()).isEqualTo("cart");

        assertThat(identity("mine").name()).isEqualTo("mine");
    }

    @Test
    void attributes_ofTheCommandLineComeFirst() {
        environment.put("OTEL_RESOURCE_ATTRIBUTES", "service.version=1");
        properties.setProperty("otel.resource.attributes", "service.version=2");

        assertThat(identity("").version()).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({
        "caf%C3%A9%2C%20bar, 'café, bar'",
        "%e2%82%ac1, €1",
        "a+b, a+b",
        "100%, 100%",
        "%4, %4",
        "%zz%41, %zzA",
    })
    void values_arePercentEncoded(String value, String decoded) {
        environment.put("OTEL_RESOURCE_ATTRIBUTES", "service.name=" + value + ",service.version=" + value);

        assertThat(identity("")).isEqualTo(new ServiceIdentity(decoded, decoded, "pod-7"));
    }

    @Test
    void malformedAttributes_nameNothing() {
        for (String text :
                new String[] {"", ",", "=", "service.name", "service.name=", "service.names=x", ",,=,service.name"}) {
            environment.put("OTEL_RESOURCE_ATTRIBUTES", text);
            assertThat(identity("").name()).as(text).isEmpty();
        }
    }

    @Test
    void host_isThatOfTheKernelWithoutVariables() {
        environment.clear();
        assertThat(identity("").host()).doesNotContain("\n");
        environment.put("COMPUTERNAME", "DESK");
        assertThat(identity("").host()).isEqualTo("DESK");
    }
}
