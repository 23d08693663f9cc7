// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** The choice of tasks that are followed from the call that submits them. */
public enum TaskPolicy {
    /** None but the application's own callbacks. */
    OFF,
    /** Those of pools, event loops and timers, whose classes are woven when a program loads them. */
    POOLS,
    /**
     * Also virtual threads, and executors that start a thread for each task. The JVM has loaded the classes of
     * threads before any agent, so they are redefined, once a program loads what makes such threads.
     */
    ALL
}
