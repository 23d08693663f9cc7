// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.hazard.cases;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ClosureSerializer;
import dev.jtracer.it.hazard.Hazard;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lambdas that are written to streams. */
@SuppressWarnings({"unchecked", "BanSerializableRead", "UnnecessaryLambda"}) // streams of our own
public final class Serialization {
    private Serialization() {}

    private interface Remote<T> extends Supplier<T>, Serializable {}

    private static byte[] write(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static <T> T copy(T object) throws Exception {
        byte[] bytes = write(object);
        if (new String(bytes, StandardCharsets.ISO_8859_1).contains("bootstrap")) {
            throw new IllegalStateException("the stream names the tracer");
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (T) in.readObject();
        }
    }

    @Hazard
    static String lambda_survivesARoundTrip() throws Exception {
        String word = "again";
        long number = 7;
        Remote<String> remote = () -> word + number;
        Remote<String> nothing = () -> "constant";
        return copy(copy(remote)).get() + " " + copy(nothing).get() + " "
                + copy((Function<String, Integer> & Serializable) String::length)
                        .apply("four");
    }

    @Hazard
    static String lambdaInAMap_survivesARoundTrip() throws Exception {
        Map<String, Remote<String>> map = new HashMap<>();
        Remote<String> shared = () -> "shared";
        map.put("one", shared);
        map.put("two", shared);
        Map<String, Remote<String>> copy = copy(map);
        return copy.get("one").get() + " " + copy.size();
    }

    @Hazard
    static String serialForm_hasTheSameSize() throws Exception {
        String word = "captured";
        Remote<String> remote = () -> word;
        return "bytes " + write(remote).length;
    }

    @Hazard
    static String sharedLambda_isWrittenOnce() throws Exception {
        String word = "w";
        Remote<String> shared = () -> word;
        Object[] copy = copy(new Object[] {shared, shared});
        return "same " + (copy[0] == copy[1]);
    }

    private static SerializedLambda describe(Object lambda) throws Exception {
        Method writeReplace = lambda.getClass().getDeclaredMethod("writeReplace");
        writeReplace.setAccessible(true);
        return (SerializedLambda) writeReplace.invoke(lambda);
    }

    @Hazard
    static String serializedLambda_isFoundByReflection() throws Exception {
        int captured = 5;
        Function<String, Integer> getter = (Function<String, Integer> & Serializable) String::length;
        Remote<Integer> remote = () -> captured;
        SerializedLambda ofGetter = describe(getter);
        SerializedLambda ofRemote = describe(remote);
        return ofGetter.getImplClass() + "." + ofGetter.getImplMethodName() + " "
                + ofGetter.getFunctionalInterfaceClass() + " " + ofGetter.getInstantiatedMethodType() + " "
                + ofRemote.getCapturingClass() + " " + ofRemote.getImplMethodName() + " "
                + ofRemote.getCapturedArgCount() + ofRemote.getCapturedArg(0) + " "
                + ofRemote.getFunctionalInterfaceMethodName() + ofRemote.getFunctionalInterfaceMethodSignature();
    }

    @Hazard
    static String kryo_copiesAClosure() {
        Kryo kryo = new Kryo();
        kryo.setRegistrationRequired(false);
        kryo.register(Object[].class);
        kryo.register(Class.class);
        kryo.register(SerializedLambda.class);
        kryo.register(ClosureSerializer.Closure.class, new ClosureSerializer());
        String word = "kryo";
        Callable<String> lambda = (Callable<String> & Serializable) () -> word + "!";
        Output out = new Output(1024, -1);
        kryo.writeClassAndObject(out, lambda);
        try {
            return ((Callable<String>) kryo.readClassAndObject(new Input(out.toBytes()))).call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Hazard
    static String lambdaThatIsNotSerializable_isRefused() throws Exception {
        Supplier<String> plain = () -> "plain";
        try {
            write(plain);
            return "written";
        } catch (NotSerializableException expected) {
            return "refused";
        }
    }

    @Hazard
    static String capturedObjectThatIsNotSerializable_isRefused() throws Exception {
        Object captured = new Object();
        Remote<String> remote = () -> captured.toString();
        try {
            write(remote);
            return "written";
        } catch (NotSerializableException expected) {
            return "refused " + expected.getMessage();
        }
    }

    @Hazard
    static String comparatorOfATreeMap_survivesARoundTrip() throws Exception {
        TreeMap<String, Integer> map =
                new TreeMap<>((Comparator<String> & Serializable) (one, other) -> other.compareTo(one));
        map.put("a", 1);
        map.put("b", 2);
        TreeMap<String, Integer> composed =
                new TreeMap<>(Comparator.comparing((Function<String, Integer> & Serializable) String::length)
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()));
        composed.put("c", 1);
        composed.put("dd", 2);
        return copy(map) + " " + copy(composed);
    }

    private static final class Nested implements Serializable {
        private static final long serialVersionUID = 1;
        private final int value = 4;
        private final Remote<Integer> own = () -> value;
    }

    @Hazard
    static String lambdaThatCapturesThis_survivesARoundTrip() throws Exception {
        return "" + copy(new Nested()).own.get();
    }

    @SuppressWarnings("serial") // computed by the JVM on purpose
    private static final class Versioned implements Runnable, Serializable {
        private transient int runs;

        @Override
        public void run() {
            Runnable again = () -> runs++;
            again.run();
            new Thread(again).getName();
        }
    }

    @Hazard
    static String computedSerialVersion_isTheSame() {
        return "" + ObjectStreamClass.lookup(Versioned.class).getSerialVersionUID();
    }

    @Hazard
    static String serialForm_isTheSameByteForByte() throws Exception {
        String word = "captured";
        Remote<String> inner = () -> word;
        Remote<String> outer = () -> inner.get() + word;
        Object[] all = {inner, outer, inner, (Function<String, Integer> & Serializable) String::length};
        return "hash " + Arrays.hashCode(write(all)) + " " + copy(outer).get();
    }

    @Hazard
    static String filterOfAStream_seesTheSameClasses() throws Exception {
        int captured = 5;
        Set<String> seen = new TreeSet<>();
        byte[] bytes = write((Remote<Integer>) () -> captured);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(info -> {
                Class<?> type = info.serialClass();
                if (type != null && !type.isHidden()) {
                    seen.add(type.getSimpleName());
                }
                return ObjectInputFilter.Status.UNDECIDED;
            });
            in.readObject();
        }
        return seen.toString();
    }

    private static final Map<Class<?>, String> NAMES = new HashMap<>();

    /** As libraries do that derive column names from getters. */
    private static String name(Object getter) throws Exception {
        String known = NAMES.get(getter.getClass());
        String name = known == null ? describe(getter).getImplMethodName() : known;
        NAMES.put(getter.getClass(), name);
        return name;
    }

    @Hazard
    static String gettersByTheirClass_areToldApart() throws Exception {
        return name((Function<String, Object> & Serializable) String::length) + " "
                + name((Function<String, Object> & Serializable) String::trim);
    }
}
