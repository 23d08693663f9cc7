// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows what a tracer leaves behind. Threads call and pass callbacks all the time; commands from standard input:
 *
 * <ul>
 *   <li>{@code index}: prints the bytecode index at which {@code outer} calls {@code inner}, which weaving moves
 *   <li>{@code make}: makes a lambda and keeps it
 *   <li>{@code run}: runs the lambdas that are kept, and prints the sum of their results
 *   <li>{@code libraries}: sends itself a request, runs a task in a pool and reads the tracer's bean
 *   <li>{@code busy}: waits until each thread has gone on, and prints that they have
 * </ul>
 */
public final class Detached {
    private final List<IntSupplier> kept = new ArrayList<>();
    private final List<AtomicLong> rounds = new ArrayList<>();

    private Detached() {}

    /** Arguments: {@code platform} or {@code virtual}, and the number of threads. */
    public static void main(String[] args) throws Exception {
        Detached program = new Detached();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            program.start(args[0].equals("virtual"));
        }
        System.out.println("ready");
        program.serve();
    }

    private void start(boolean virtual) throws ReflectiveOperationException {
        AtomicLong count = new AtomicLong();
        rounds.add(count);
        Runnable loop = () -> goOn(count);
        if (virtual) {
            startVirtual(loop);
            return;
        }
        Thread thread = new Thread(loop, "busy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void startVirtual(Runnable loop) throws ReflectiveOperationException {
        try {
            Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, loop);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void goOn(AtomicLong count) {
        long sum = 0;
        while (sum >= 0) {
            for (int i = 0; i < 100; i++) {
                int number = i;
                sum += outer() >= 0 ? apply(() -> number) : 0;
            }
            count.incrementAndGet();
            // A virtual thread leaves its carrier here, as one that waits for a database does.
            LockSupport.parkNanos(2_000_000);
        }
    }

    private void serve() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            switch (line) {
                case "index" -> System.out.println("index " + outer());
                case "make" -> System.out.println("made " + make(kept.size() + 1));
                case "run" -> System.out.println("run " + runAll());
                case "libraries" -> System.out.println("libraries " + useLibraries());
                case "busy" -> awaitRounds();
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    private int make(int number) {
        kept.add(() -> number);
        return number;
    }

    private int runAll() {
        int sum = 0;
        for (IntSupplier supplier : kept) {
            sum += apply(supplier);
        }
        return sum;
    }

    private static int useLibraries() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try {
            server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
            server.start();
            URL url = new URL("http", "127.0.0.1", server.getAddress().getPort(), "/");
            int status = pool.submit(() -> ((HttpURLConnection) url.openConnection()).getResponseCode())
                    .get();
            ObjectName tracer = new ObjectName("dev.jtracer:type=Tracer");
            MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
            for (int i = 0; i < 1_000 && !beans.isRegistered(tracer); i++) {
                Thread.sleep(10);
            }
            for (MBeanAttributeInfo attribute : beans.getMBeanInfo(tracer).getAttributes()) {
                beans.getAttribute(tracer, attribute.getName());
            }
            return status;
        } finally {
            server.stop(0);
            pool.shutdown();
        }
    }

    private void awaitRounds() throws InterruptedException {
        for (AtomicLong count : rounds) {
            long before = count.get();
            while (count.get() < before + 3) {
                Thread.sleep(1);
            }
        }
        System.out.println("busy " + rounds.size());
    }

    private static int outer() {
        return inner();
    }

    private static int inner() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getMethodName().equals("outer"))
                        .mapToInt(StackWalker.StackFrame::getByteCodeIndex)
                        .findFirst()
                        .orElse(-1));
    }

    private static int apply(IntSupplier supplier) {
        return supplier.getAsInt();
    }
}
