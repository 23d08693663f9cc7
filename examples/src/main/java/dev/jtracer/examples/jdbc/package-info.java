// SPDX-License-Identifier: Apache-2.0

/**
 * Extension of the engine by an application's own types. {@code JdbcApplication} writes a trace of its database calls and
 * of its connection pool; {@code JdbcReport} reads it with a type for each: calls show their SQL, and the pool is an object
 * whose states can be viewed.
 *
 * <p>Build once, with the libraries beside the examples:
 *
 * <pre>
 * mvn -B -ntp -q -DskipTests -pl engine,examples package dependency:copy-dependencies -DincludeScope=runtime
 * </pre>
 *
 * <p>Then trace and report:
 *
 * <pre>
 * java -cp "examples/target/examples.jar:examples/target/dependency/*" dev.jtracer.examples.jdbc.JdbcApplication jdbc.json
 * java -cp "examples/target/examples.jar:examples/target/dependency/*" dev.jtracer.examples.jdbc.JdbcReport jdbc.json jdbc.html
 * </pre>
 */
package dev.jtracer.examples.jdbc;
