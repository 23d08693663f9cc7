// SPDX-License-Identifier: Apache-2.0

/**
 * The tasks that code which is not woven submits to other threads, followed in the JDK's executors. Belongs to the
 * bootstrap loader, like the recorder, whose rules apply here too.
 *
 * <p>Start with {@link dev.jtracer.bootstrap.task.TaskTracer}.
 */
@NullMarked
package dev.jtracer.bootstrap.task;

import org.jspecify.annotations.NullMarked;
