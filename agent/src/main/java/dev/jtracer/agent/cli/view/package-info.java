// SPDX-License-Identifier: Apache-2.0

/**
 * Serving of one file to a viewer in the browser. Agent loader; imports the JDK's HTTP server only, whose module a
 * small runtime may lack.
 *
 * <p>Start with {@link dev.jtracer.agent.cli.view.TraceServer}.
 */
@NullMarked
package dev.jtracer.agent.cli.view;

import org.jspecify.annotations.NullMarked;
