// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler;

/**
 * What names an object: as in catapult its address within a scope, and that within a process unless the id is global.
 *
 * @param pid process; {@link #ALL_PROCESSES} of a global id
 * @param scope scope of the id; {@link #DEFAULT_SCOPE} when the trace names none
 * @param id the id as text
 */
public record ObjectId(long pid, String scope, String id) {
    /** Stands for the process of an id that all processes share. No real process has it. */
    public static final long ALL_PROCESSES = Long.MIN_VALUE;
    /** The scope of ids that are memory addresses. */
    public static final String DEFAULT_SCOPE = "ptr";
}
