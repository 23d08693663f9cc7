// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** The behaviour of a traced thread when every buffer is full. */
public enum FullPolicy {
    /** Wait until the tracer has emptied one, for at most {@link AgentOptions#waitNanos}. */
    WAIT,
    /** Continue without recording and count the lost records: the thread never waits. */
    DROP,
    /** Wait as well, while the tracer discards the oldest records that are not written yet. */
    RING
}
