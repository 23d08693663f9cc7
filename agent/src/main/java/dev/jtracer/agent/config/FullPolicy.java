// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** What a traced thread does when every buffer is full. */
public enum FullPolicy {
    /** Wait until the tracer has emptied one: nothing is lost. */
    WAIT,
    /** Go on without recording, and count what was lost: the thread never waits. */
    DROP,
    /** Write over the oldest records: the newest are kept. */
    RING
}
