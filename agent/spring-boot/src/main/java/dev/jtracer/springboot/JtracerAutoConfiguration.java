// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.springboot;

import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The configuration of the endpoint where it is exposed, and of meters for the methods of {@code jtracer.meters}. */
@AutoConfiguration
public class JtracerAutoConfiguration {
    public JtracerAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    JtracerEndpoint jtracerEndpoint() {
        return new JtracerEndpoint(TracerMBean.platform());
    }

    /** The part that needs Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    @ConditionalOnProperty("jtracer.meters")
    static class Meters {
        @Bean
        @ConditionalOnMissingBean
        TracedMethodMeters tracedMethodMeters(@Value("${jtracer.meters}") List<String> methods) {
            return new TracedMethodMeters(TracerMBean.platform(), methods);
        }
    }
}
