// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import dev.jtracer.it.hazard.Hazard;
import dev.jtracer.it.hazard.library.ChildFirstLoader;
import dev.jtracer.it.hazard.library.ClassPathModule;
import dev.jtracer.it.hazard.library.Garbage;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Lambdas in unusual classes, loaders and modules. */
@SuppressWarnings("UnnecessaryLambda")
public final class OddPlaces {
    private static final String PACKAGE = OddPlaces.class.getPackageName() + ".";
    private static final Supplier<String> STATIC;

    static {
        String captured = "static";
        Supplier<String> inner = () -> captured;
        STATIC = () -> inner.get() + " initialiser";
    }

    private final Supplier<String> field = () -> "field of " + name();
    private final Supplier<String> initialised;

    {
        initialised = () -> "initialiser of " + name();
    }

    private OddPlaces() {}

    private String name() {
        return "me";
    }

    @Hazard
    static String initialisers_holdLambdas() {
        OddPlaces me = new OddPlaces();
        return STATIC.get() + ", " + me.field.get() + ", " + me.initialised.get() + ", " + Constants.FIELD.get() + ", "
                + Constants.ofDefault().get();
    }

    interface Constants {
        Supplier<String> FIELD = () -> "field of an interface";

        default Supplier<String> lambda() {
            return () -> "default " + hidden().get();
        }

        private Supplier<String> hidden() {
            return () -> "private method " + getClass().getSimpleName();
        }

        static Supplier<String> ofDefault() {
            return new Named().lambda();
        }
    }

    private static final class Named implements Constants {}

    private record Range(int from, int to, UnaryOperator<Integer> step) {
        Range {
            Runnable check = () -> {
                if (from > to) {
                    throw new IllegalArgumentException(from + ">" + to);
                }
            };
            check.run();
        }

        Range(int to) {
            this(0, to, x -> x + 1);
        }

        List<Integer> values() {
            List<Integer> values = new ArrayList<>();
            for (int i = from; i < to; i = step.apply(i)) {
                values.add(i);
            }
            return values;
        }
    }

    @Hazard
    static String records_holdLambdas() {
        String refused;
        try {
            refused = new Range(2, 1, null).toString();
        } catch (IllegalArgumentException e) {
            refused = e.getMessage();
        }
        return new Range(3).values() + " " + refused;
    }

    @Hazard
    static String localClasses_capture() {
        int outer = 2;
        class Local implements Supplier<Integer> {
            private final Supplier<Integer> own = () -> outer * 10;

            @Override
            public Integer get() {
                return own.get() + outer;
            }
        }
        Supplier<Supplier<Integer>> make = Local::new;
        return "" + make.get().get();
    }

    private static final List<String> INITIALISED = new ArrayList<>();

    interface Initialised {
        boolean NOTED = INITIALISED.add("interface");

        String tell();

        default String twice() {
            return tell() + tell();
        }
    }

    @Hazard
    static String interface_isInitialisedWhenTheLambdaIsMade() {
        INITIALISED.add("before");
        Initialised lambda = () -> "x";
        INITIALISED.add("made");
        lambda.tell();
        return INITIALISED.toString() + lambda.twice() + Initialised.NOTED;
    }

    @Hazard
    static String interfaceOfAChildLoader_isImplemented() throws Exception {
        ChildFirstLoader loader = new ChildFirstLoader(PACKAGE + "Child");
        return call(loader.loadClass(PACKAGE + "Child")) + " " + loader.asked();
    }

    @Hazard
    static String interfaceThatNamesAMissingClass_isImplemented() throws Exception {
        ChildFirstLoader loader = new ChildFirstLoader(PACKAGE + "Child", PACKAGE + "Child$Missing");
        return call(loader.loadClass(PACKAGE + "Child")) + " " + loader.asked();
    }

    @Hazard
    static String classesWithCallbacks_areUnloaded() throws Exception {
        return "unloaded " + Garbage.collects(loadAndForget());
    }

    private static WeakReference<ClassLoader> loadAndForget() throws Exception {
        ChildFirstLoader loader = new ChildFirstLoader(PACKAGE + "Child");
        call(loader.loadClass(PACKAGE + "Child"));
        return new WeakReference<>(loader);
    }

    @Hazard
    static String hiddenClass_makesLambdas() throws Exception {
        Class<?> hidden = MethodHandles.lookup()
                .defineHiddenClass(ChildFirstLoader.classFile(PACKAGE + "ToBeHidden"), true)
                .lookupClass();
        return call(hidden);
    }

    @Hazard
    static String moduleThatExportsNothing_makesLambdas() throws Exception {
        return call(ClassPathModule.load(PACKAGE + "inmodule.InModule"));
    }

    private static String call(Class<?> type) throws Exception {
        Method tell = type.getDeclaredMethod("tell");
        tell.setAccessible(true);
        return (String) tell.invoke(null);
    }

    @SuppressWarnings("removal")
    @Hazard
    static String privilegedAction_runs() {
        return AccessController.doPrivileged(
                (PrivilegedAction<String>) () -> "privileged " + (AccessController.getContext() != null));
    }

    @Hazard
    static String switchAndLoops_makeLambdas() throws Exception {
        List<Callable<String>> made = new ArrayList<>();
        for (String kind : List.of("a", "b", "c")) {
            made.add(
                    switch (kind) {
                        case "a" -> () -> "first";
                        case "b" -> {
                            int length = kind.length();
                            yield () -> "second " + length;
                        }
                        default -> kind::toUpperCase;
                    });
        }
        StringBuilder said = new StringBuilder();
        for (Callable<String> callable : made) {
            said.append(callable.call()).append(' ');
        }
        return said.toString();
    }

    /**
     * Loaders of one jar may share its file, and a loader that has read a resource closes the file when it is closed.
     */
    @Hazard
    static String streamOfAnotherLoader_staysOpen() throws Exception {
        Path jar = Files.createTempFile("hazard", ".jar");
        String type = PACKAGE + "inmodule.InModule";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.of(type, type + "$PackagePrivate")) {
                out.putNextEntry(new JarEntry(name.replace('.', '/') + ".class"));
                out.write(ChildFirstLoader.classFile(name));
            }
            out.putNextEntry(new JarEntry("resource"));
            out.write(new byte[100_000]);
        }
        URL[] urls = {jar.toUri().toURL()};
        try (URLClassLoader reader = new URLClassLoader(urls, null);
                InputStream in = reader.getResourceAsStream("resource")) {
            in.read();
            String told;
            try (URLClassLoader closed = new URLClassLoader(urls, null)) {
                told = call(closed.loadClass(type));
            }
            return told + " " + in.readAllBytes().length;
        } finally {
            Files.delete(jar);
        }
    }
}
