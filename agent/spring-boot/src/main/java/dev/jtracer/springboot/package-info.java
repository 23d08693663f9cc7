// SPDX-License-Identifier: Apache-2.0

/**
 * The actuator endpoint of the tracer and meters of traced methods, for Spring Boot 3 and 4. It reaches the tracer by
 * its MBean, and reads recordings by the commands of its jar, each in a process of its own.
 */
@NullMarked
package dev.jtracer.springboot;

import org.jspecify.annotations.NullMarked;
