// SPDX-License-Identifier: Apache-2.0

/**
 * How to teach the engine what a trace means. {@code JdbcApplication} writes a trace of its database calls and of its
 * connection pool; {@code JdbcReport} reads it with a type of its own for each: calls show their SQL, the pool is an object
 * whose states can be looked at.
 */
package dev.jtracer.examples.jdbc;
