// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests that have a library's pool do something later. Its threads run from the start. Commands from standard
 * input, each answered with a line {@code NUMBER ok}:
 *
 * <ul>
 *   <li>{@code hold}: occupies the threads of the pool
 *   <li>{@code release}: frees them, and waits until they have done everything
 *   <li>{@code first} to {@code sixth}: a request of that name
 *   <li>{@code exit}: ends the pools, and prints what they have done
 * </ul>
 */
public final class QueuedTasks {
    private static final AtomicInteger WORK = new AtomicInteger();

    private QueuedTasks() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        QueuedTasksLibrary library = new QueuedTasksLibrary();
        System.out.println("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int served = 0;
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            switch (line) {
                case "hold" -> library.hold();
                case "release" -> library.release();
                case "first" -> first(library);
                case "second" -> second(library);
                case "third" -> third(library);
                case "fourth" -> fourth(library);
                case "fifth" -> fifth(library);
                case "sixth" -> sixth(library);
                case "exit" -> {
                    library.end();
                    return;
                }
                default -> throw new IllegalArgumentException(line);
            }
            System.out.println(++served + " ok");
        }
    }

    private static void first(QueuedTasksLibrary library) {
        library.later("firstWork");
    }

    private static void second(QueuedTasksLibrary library) {
        library.later("secondWork");
    }

    private static void third(QueuedTasksLibrary library) {
        library.later("thirdWork");
    }

    private static void fourth(QueuedTasksLibrary library) {
        library.later("fourthWork");
    }

    private static void fifth(QueuedTasksLibrary library) {
        library.later("fifthWork");
    }

    private static void sixth(QueuedTasksLibrary library) {
        library.later("sixthWork");
    }

    static int firstWork() {
        return WORK.incrementAndGet() > 0 ? 1 : 0;
    }

    static int secondWork() {
        return WORK.incrementAndGet() > 0 ? 2 : 0;
    }

    static int thirdWork() {
        return WORK.incrementAndGet() > 0 ? 3 : 0;
    }

    static int fourthWork() {
        return WORK.incrementAndGet() > 0 ? 4 : 0;
    }

    static int fifthWork() {
        return WORK.incrementAndGet() > 0 ? 5 : 0;
    }

    static int sixthWork() {
        return WORK.incrementAndGet() > 0 ? 6 : 0;
    }
}
