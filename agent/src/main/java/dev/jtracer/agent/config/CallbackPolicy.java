// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * The choice of callbacks that are distinguished from other calls and linked to the call that they were passed to.
 */
public enum CallbackPolicy {
    /** None: the code of a lambda shows as a function, and so does a method that is called back. */
    OFF,
    /** Lambdas and method references. */
    LAMBDAS,
    /** Objects of the application's own classes too, such as anonymous classes and subclasses of Thread. */
    ALL
}
