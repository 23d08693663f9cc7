// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A program that calls its own interfaces through proxies of the JDK and subclasses that a framework has named. */
@Proxies.Table("orders")
public final class Proxies {
    private Proxies() {}

    public static void main(String[] args) throws Exception {
        Repository repository = proxy(Repository.class, Audited.class, Repository.class);
        if (args.length == 0) {
            call(repository);
            return;
        }
        System.out.println("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (int i = 0; i < 2; i++) {
            commands.readLine();
            call(repository);
        }
    }

    private static void call(Repository repository) throws Exception {
        System.out.println(repository.find(7) + " " + repository.get(3) + " " + repository.describe());
        System.out.println(repository.map(each -> each + "!"));
        System.out.println(((Audited) repository).audit() + " " + repository.equals(List.of()));
        try {
            repository.fail();
        } catch (IOException expected) {
            System.out.println(expected.getMessage());
        }
        System.out.println(proxy(Hidden.class, Hidden.class).secret());
        System.out.println(proxy(Callable.class, Callable.class).call());
        System.out.println(Proxies.class.getAnnotation(Table.class).value());
        System.out.println(new Proxies$$SpringCGLIB$$0().place("tea"));
    }

    private static <T> T proxy(Class<T> type, Class<?>... interfaces) {
        return type.cast(Proxy.newProxyInstance(Proxies.class.getClassLoader(), interfaces, new Handler()));
    }

    /** The interface of a library, which is not included under this name. */
    public interface Source<T> {
        T get(long id);
    }

    /** Interface that a library adds to each proxy. */
    public interface Audited {
        String audit();
    }

    /** The application's own interface. */
    public interface Repository extends Source<String> {
        String find(long id);

        String map(Function<String, String> each);

        void fail() throws IOException;

        default String describe() {
            return "described " + List.of(1, 2);
        }
    }

    /** An interface whose proxies belong to its package. */
    interface Hidden {
        String secret();
    }

    /** An annotation of the application. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Table {
        String value();
    }

    /** Handler of a library, behind each proxy. */
    private static final class Handler implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
            return switch (method.getName()) {
                case "equals" -> proxy == args[0];
                case "map" -> map(args[0]);
                case "describe" -> "invoked, " + InvocationHandler.invokeDefault(proxy, method);
                case "fail" -> throw new IOException("failed as planned");
                default -> method.getName();
            };
        }

        @SuppressWarnings("unchecked")
        private static String map(Object function) {
            return ((Function<String, String>) function).apply("mapped");
        }
    }

    /** The class behind a subclass of CGLIB. */
    public static class Orders {
        public String place(String what) {
            return "placed " + what.toUpperCase(java.util.Locale.ROOT);
        }
    }
}
