// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The limit of SQL statements that a test, or each test of a class, executes by JDBC on its own thread: {@code
 * @MaxSql(10)}. A test that executes more of them fails. Those of {@code @BeforeEach} and {@code @AfterEach} methods
 * do not count; those of another test do if JUnit runs it on the thread while this one waits in a fork-join pool.
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TraceExtension.class)
public @interface MaxSql {
    /** Returns the number of statements, 0 or more. */
    int value();
}
