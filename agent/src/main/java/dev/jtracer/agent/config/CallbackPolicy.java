// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/** Which callbacks are told from other calls, with the call that they were handed to. */
public enum CallbackPolicy {
    /** None: the code of a lambda shows as a function, as do methods by which objects are called back. */
    OFF,
    /** Lambdas and method references. */
    LAMBDAS,
    /** Objects of the application's own classes too, such as anonymous classes and subclasses of Thread. */
    ALL
}
