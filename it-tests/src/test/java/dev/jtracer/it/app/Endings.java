// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import dev.jtracer.Tracer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Makes 1,000 calls, then ends in the way named by its argument, always from within traced calls. */
public final class Endings {
    private Endings() {}

    /** {@code args[0]}: return, daemons, exit, exits, uncaught, halt, hook, start-hook, halt-hook. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("sum " + work(1_000));
        end(args[0]);
        System.out.println("returned");
    }

    private static int work(int calls) {
        int sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += callee(i);
        }
        return sum;
    }

    private static int callee(int i) {
        return i * 3 - 1;
    }

    private static void end(String way) throws InterruptedException {
        switch (way) {
            case "return" -> {}
            case "daemons" -> leaveDaemonRunning();
            case "exit" -> System.exit(3);
            case "exits" -> exitOnManyThreads();
            case "uncaught" -> throw new IllegalStateException("uncaught on purpose");
            case "halt" -> Runtime.getRuntime().halt(4);
            case "hook" -> Runtime.getRuntime().addShutdownHook(new Thread(Endings::lastWords, "hook"));
            case "detach-hook" -> Runtime.getRuntime().addShutdownHook(new Thread(Tracer::detach, "hook"));
            case "start-hook" ->
                Runtime.getRuntime().addShutdownHook(new Thread(Endings::startAfterTheTracersEnd, "hook"));
            case "halt-hook" ->
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(5), "hook"));
            default -> throw new IllegalArgumentException("unknown ending '" + way + "'");
        }
    }

    /** Waits until the tracer has made its trace and deleted its own files; without a tracer there are none. */
    private static void startAfterTheTracersEnd() {
        Path recording = Path.of("trace.jtr");
        Path spool = Path.of("jtracer-" + ProcessHandle.current().pid() + ".spool");
        while (Files.exists(recording) || Files.exists(spool)) {
            LockSupport.parkNanos(5_000_000);
        }
        Tracer.start();
        work(1_000);
        Tracer.stop();
    }

    private static void leaveDaemonRunning() throws InterruptedException {
        Thread daemon = new Thread(Endings::forEver, "daemon");
        daemon.setDaemon(true);
        daemon.start();
        // Only ensures that the daemon has begun; it never ends by itself.
        daemon.join(1);
    }

    private static void forEver() {
        while (work(100) != 0) {
            Thread.onSpinWait();
        }
    }

    private static void exitOnManyThreads() throws InterruptedException {
        for (int i = 0; i < 32; i++) {
            new Thread(Endings::exitNow, "exit-" + i).start();
        }
        Thread.currentThread().join();
    }

    private static void exitNow() {
        work(10);
        System.exit(6);
    }

    private static void lastWords() {
        System.out.println("hook sum " + work(10));
    }
}
