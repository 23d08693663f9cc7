// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * The user's options, by subject. Every value is in its range; names of classes and files are checked where they are
 * used.
 */
public record AgentOptions(
        WeavingOptions weaving,
        BufferOptions buffers,
        FileOptions files,
        SwitchOptions switches,
        StderrOptions stderr,
        ServiceIdentity service) {}
