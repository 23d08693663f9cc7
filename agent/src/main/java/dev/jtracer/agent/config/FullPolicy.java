// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** What a traced thread does when every buffer is full. */
public enum FullPolicy {
    /** Wait until the tracer has emptied one, as long as {@link AgentOptions#waitNanos} allows. */
    WAIT,
    /** Go on without recording, and count what was lost: the thread never waits. */
    DROP,
    /** Wait as well, while the tracer gives the oldest records up that were not written yet. */
    RING
}
