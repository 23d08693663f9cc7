// SPDX-License-Identifier: Apache-2.0

/**
 * The commands on another JVM: loading the tracer into it and switching it, through the JDK's attach API or, where a
 * runtime lacks that, through the JVM's own socket. Agent loader; imports {@code cli.command}, {@code control}'s
 * requests.
 *
 * <p>Start with {@link dev.jtracer.agent.cli.attach.AttachCommand}.
 */
@NullMarked
package dev.jtracer.agent.cli.attach;

import org.jspecify.annotations.NullMarked;
