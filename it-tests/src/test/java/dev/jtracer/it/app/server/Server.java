// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.server;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server of HTTP that runs until it gets a line on its standard input. */
interface Server {
    /** Starts the server, and returns its port. */
    int start(Answers answers) throws InterruptedException;

    void stop() throws InterruptedException;

    /** Runs a server, and prints its port. */
    static void run(Server server) throws InterruptedException, IOException {
        ExecutorService later = Executors.newSingleThreadExecutor();
        System.out.println("port " + server.start(new Answers(later)));
        System.out.println("ended by " + (char) System.in.read());
        server.stop();
        later.shutdown();
    }
}
