// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;

/** Uses the JDK's management for a while before it chooses its LogManager, as a server does. */
public final class LateLogManager {
    /** The threads that have used the application's logging. */
    private static final Set<String> LOGGING = new ConcurrentSkipListSet<>();

    private LateLogManager() {}

    /** {@code args[0]}: the time until the application chooses, in milliseconds. */
    public static void main(String[] args) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        System.out.println("measures " + (threads.getThreadCount() > 0));
        // The time of the application's own start: that the tracer does nothing cannot be awaited.
        TimeUnit.MILLISECONDS.sleep(Long.parseLong(args[0]));
        System.setProperty("java.util.logging.manager", Own.class.getName());
        System.out.println(LogManager.getLogManager().getClass().getSimpleName());
        System.out.println(ManagementFactory.getPlatformMBeanServer().getDefaultDomain());
        System.out.println("tracer " + LOGGING.stream().anyMatch(name -> name.startsWith("jtracer")));
    }

    /** Chosen by name. */
    public static final class Own extends LogManager {
        public Own() {
            LOGGING.add(Thread.currentThread().getName());
        }
    }

    /** Found as a service, where a test has one. */
    public static final class Finder extends System.LoggerFinder {
        @Override
        public System.Logger getLogger(String name, Module module) {
            LOGGING.add(Thread.currentThread().getName());
            return new Silent(name);
        }
    }

    private record Silent(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return false;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {}

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... params) {}
    }
}
