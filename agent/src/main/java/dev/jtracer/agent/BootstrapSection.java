// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

/**
 * The classes of the bootstrap loader and of the agent's start. They are defined when this class is initialised,
 * which {@code Launcher} does before it loads any other class of the agent.
 */
final class BootstrapSection {
    static {
        BootstrapDefinition.define("bootstrap");
        StartClasses.define();
    }

    private BootstrapSection() {}
}
