// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a case. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Hazard {
    /** The row, from 1 to 58, of the list of hazards that tracers were compared by; 0 for a case of our own. */
    int value() default 0;
}
