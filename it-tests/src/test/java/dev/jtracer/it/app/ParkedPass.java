// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;

/**
 * Two virtual threads on one carrier. The first passes a callback to an object that is not woven and parks there; the
 * second passes the same callback by reflection, and then the first goes on. Uses virtual threads by reflection.
 */
public final class ParkedPass {
    private static int runs;

    private ParkedPass() {}

    interface Service {
        void take(Runnable callback);
    }

    static final class Direct implements Service {
        @Override
        public void take(Runnable callback) {
            callback.run();
        }
    }

    /** A class that is not woven. */
    static final class Left implements Service {
        final CountDownLatch parked = new CountDownLatch(1);
        final CountDownLatch free = new CountDownLatch(1);

        @Override
        public void take(Runnable callback) {
            parked.countDown();
            try {
                free.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            new Direct().take(callback);
        }

        static void byReflection(Runnable callback) {
            try {
                Service.class.getDeclaredMethod("take", Runnable.class).invoke(new Direct(), callback);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static void pass(Service service, Runnable callback) {
        service.take(callback);
    }

    public static void main(String[] args) throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        int before = runs;
        Runnable callback = () -> runs = before + 1;
        Left left = new Left();
        Runnable first = () -> pass(left, callback);
        Runnable second = () -> Left.byReflection(callback);
        Thread parked = (Thread) start.invoke(null, first);
        left.parked.await();
        ((Thread) start.invoke(null, second)).join();
        left.free.countDown();
        parked.join();
        System.out.println(runs);
    }
}
