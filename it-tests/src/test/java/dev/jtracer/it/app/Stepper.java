// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Executes commands from standard input, one a line, and answers each with a line {@code NUMBER ok}: so a test can
 * determine exactly which calls ran before and after it switched the tracer.
 *
 * <ul>
 *   <li>{@code call N}: N calls of {@code step}, each with a nested {@code half}
 *   <li>{@code enter}: calls {@code waiting}, in which all commands up to {@code leave} are served
 *   <li>{@code api NAME}: calls that static method of {@code dev.jtracer.Tracer}
 *   <li>{@code jmx NAME}: invokes that operation of the tracer's MXBean, as soon as it is registered
 *   <li>{@code clear}: removes the system property of the directory for temporary files
 *   <li>{@code temporary}: sets that property to something that is no path
 *   <li>{@code exit N}: ends the JVM from within a traced call
 * </ul>
 */
public final class Stepper {
    private final BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    private int served;
    private long sum;

    private Stepper() {}

    /** Serves commands until the input ends. */
    public static void main(String[] args) throws IOException, ReflectiveOperationException, JMException {
        Stepper stepper = new Stepper();
        Runnable nothing = nothing();
        System.out.println("ready");
        stepper.serve();
        System.out.println("same lambda " + (nothing == nothing()));
        System.out.println("sum " + stepper.sum);
    }

    /** Returns the same object each time, as the JDK makes it. */
    @SuppressWarnings("UnnecessaryLambda") // its identity matters
    private static Runnable nothing() {
        return () -> {};
    }

    private void serve() throws IOException, ReflectiveOperationException, JMException {
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "call" -> call(Integer.parseInt(words[1]));
                case "enter" -> waiting();
                case "api" ->
                    Class.forName("dev.jtracer.Tracer").getMethod(words[1]).invoke(null);
                case "jmx" -> invoke(words[1]);
                case "clear" -> System.clearProperty("java.io.tmpdir");
                case "temporary" -> System.setProperty("java.io.tmpdir", "\0");
                case "exit" -> System.exit(Integer.parseInt(words[1]));
                case "leave" -> {
                    acknowledge();
                    return;
                }
                default -> throw new IllegalArgumentException("unknown command '" + line + "'");
            }
            acknowledge();
        }
    }

    private void acknowledge() {
        System.out.println(++served + " ok");
    }

    private void call(int times) {
        for (int i = 0; i < times; i++) {
            sum += step(i);
        }
    }

    private void waiting() throws IOException, ReflectiveOperationException, JMException {
        acknowledge();
        serve();
    }

    private static long step(int i) {
        return i + half(i * 10L);
    }

    private static long half(long value) {
        return value >> 1;
    }

    private static void invoke(String operation) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName tracer = new ObjectName("dev.jtracer:type=Tracer");
        // The bean comes late on purpose; the test's own time limit ends this loop if it never does.
        while (!server.isRegistered(tracer)) {
            LockSupport.parkNanos(5_000_000);
        }
        server.invoke(tracer, operation, new Object[0], new String[0]);
    }
}
