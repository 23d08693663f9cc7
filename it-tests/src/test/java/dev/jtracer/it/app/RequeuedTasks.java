// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Requests that have a library pass tasks that wait in its queues already. Commands from standard input, each
 * answered with a line {@code NUMBER ok}:
 *
 * <ul>
 *   <li>{@code make}: makes pools, whose threads wait for a task from then on
 *   <li>{@code requeue}: for each of the pools, a task that is queued twice, begun once, and then queued again by a request
 *   <li>{@code exit}: ends the pools, and prints how many tasks they have done
 * </ul>
 */
public final class RequeuedTasks {
    /** The number of pools that {@code make} makes. */
    public static final int POOLS = 12;

    private RequeuedTasks() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        RequeuedTasksLibrary library = new RequeuedTasksLibrary();
        System.out.println("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int served = 0;
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            switch (line) {
                case "make" -> library.make(POOLS);
                case "requeue" -> {
                    // Here, and not in a method of its own, which would be a call that submits the tasks.
                    for (int pool = 0; pool < POOLS; pool++) {
                        library.queueTwice(pool);
                        request(library);
                        library.finish();
                    }
                }
                case "exit" -> {
                    System.out.println("done " + library.end());
                    return;
                }
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println(++served + " ok");
        }
    }

    private static void request(RequeuedTasksLibrary library) {
        library.queueAgain();
    }
}
