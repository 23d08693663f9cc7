// SPDX-License-Identifier: Apache-2.0
package org.springframework.core.task;

/** A stand-in for Spring's class of this name: an executor that starts a thread for each task. */
public final class SimpleAsyncTaskExecutor {
    public void execute(Runnable task) {
        doExecute(task);
    }

    private void doExecute(Runnable task) {
        new Thread(task, "simple").start();
    }
}
