// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Loads the same classes by many class loaders, lets them pass callbacks, and drops them. */
public final class DroppedLoaders {
    private static final int LOADERS = 1_000;
    private static final long LIMIT_NANOS = 60_000_000_000L;

    private DroppedLoaders() {}

    /** Prints how many of the loaders were collected. */
    public static void main(String[] args) throws Exception {
        Map<String, byte[]> classes = Map.of(
                Task.class.getName(), bytes(Task.class),
                Task.Named.class.getName(), bytes(Task.Named.class));
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        int sum = 0;
        for (int i = 0; i < LOADERS; i++) {
            Loader loader = new Loader(classes);
            loaders.add(new WeakReference<>(loader));
            sum += run(loader);
        }
        System.out.println("sum " + sum);
        System.out.println("collected " + collected(loaders));
    }

    private static int run(ClassLoader loader) throws Exception {
        IntSupplier task = (IntSupplier)
                loader.loadClass(Task.class.getName()).getDeclaredConstructor().newInstance();
        return task.getAsInt();
    }

    private static int collected(List<WeakReference<ClassLoader>> loaders) {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        int left = LOADERS;
        while (left > 0 && System.nanoTime() - deadline < 0) {
            System.gc();
            left = 0;
            for (WeakReference<ClassLoader> loader : loaders) {
                left += loader.refersTo(null) ? 0 : 1;
            }
        }
        return LOADERS - left;
    }

    private static byte[] bytes(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
            }
        }
    }

    /** Passes callbacks of every kind; loaded anew by each loader. */
    public static final class Task implements IntSupplier {
        private static final List<Runnable> SHARED = new ArrayList<>();

        private int runs;

        @Override
        public int getAsInt() {
            SHARED.add(() -> runs++);
            SHARED.add(new Named(this));
            SHARED.forEach(Runnable::run);
            call(() -> runs++);
            call(new Named(this));
            Thread thread = new Thread(this::count, "of a loader");
            thread.setContextClassLoader(getClass().getClassLoader());
            thread.start();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return runs;
        }

        /* Not private: nest mates of the outer class need one loader. */
        void count() {
            runs++;
        }

        private static void call(Runnable callback) {
            callback.run();
        }

        static final class Named implements Runnable {
            private final Task task;

            Named(Task task) {
                this.task = task;
            }

            @Override
            public void run() {
                task.count();
            }
        }
    }
}
