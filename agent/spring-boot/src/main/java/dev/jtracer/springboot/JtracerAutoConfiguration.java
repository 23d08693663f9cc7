// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.springboot;

import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The configuration of the endpoint where it is exposed, and of meters for the methods of {@code jtracer.meters}. */
@AutoConfiguration
public class JtracerAutoConfiguration {
    public JtracerAutoConfiguration() {}

    /** The part that needs the actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class Actuator {
        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean
        JtracerEndpoint jtracerEndpoint() {
            return new JtracerEndpoint(TracerMBean.platform());
        }
    }

    /** The part that needs Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Meters {
        @Bean
        @ConditionalOnMissingBean
        TracedMethodMeters tracedMethodMeters(Environment environment) {
            List<String> methods = Binder.get(environment)
                    .bind("jtracer.meters", Bindable.listOf(String.class))
                    .orElse(List.of());
            return new TracedMethodMeters(TracerMBean.platform(), methods);
        }
    }
}
