// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.ClassUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.builder.CompareToBuilder;
import org.apache.commons.lang3.builder.EqualsBuilder;
import org.apache.commons.lang3.builder.HashCodeBuilder;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.concurrent.BackgroundInitializer;
import org.apache.commons.lang3.concurrent.ConcurrentException;
import org.apache.commons.lang3.concurrent.LazyInitializer;
import org.apache.commons.lang3.concurrent.Memoizer;
import org.apache.commons.lang3.event.EventListenerSupport;
import org.apache.commons.lang3.function.Failable;
import org.apache.commons.lang3.reflect.FieldUtils;
import org.apache.commons.lang3.reflect.MethodUtils;
import org.apache.commons.lang3.stream.Streams;
import org.apache.commons.lang3.time.DurationFormatUtils;
import org.apache.commons.lang3.time.FastDateFormat;

/** Text, reflection, initializers and listeners of Commons Lang. */
public final class CommonsCallbacks {
    private CommonsCallbacks() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws Exception {
        System.out.println("text " + text());
        System.out.println("built " + built());
        System.out.println("failable " + failable());
        System.out.println("initialized " + initialized());
        System.out.println("told " + told());
        System.out.println("reflected " + reflected());
        System.out.println("dates " + dates());
    }

    private static String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            String word = StringUtils.leftPad(Integer.toString(i), 6, "ab");
            text.append(StringUtils.reverse(StringUtils.capitalize(word.replace("ab", "<>"))));
        }
        return text.toString().hashCode() + " " + StringUtils.difference("kitten", "sitting") + " "
                + Arrays.toString(StringUtils.splitByCharacterTypeCamelCase("aBetterName12"));
    }

    private static String built() {
        String text = new ToStringBuilder("x", ToStringStyle.SHORT_PREFIX_STYLE)
                .append("n", 1)
                .toString();
        int hash =
                new HashCodeBuilder(17, 37).append("a").append(new int[] {1, 2}).toHashCode();
        boolean equal = new EqualsBuilder().append(new int[] {1}, new int[] {1}).isEquals();
        int order = new CompareToBuilder().append("a", "b").append(2, 1).toComparison();
        return text + " " + hash + " " + equal + " " + order;
    }

    private static List<String> failable() {
        List<String> seen = new ArrayList<>();
        try {
            Failable.run(() -> {
                throw new IOException("checked");
            });
        } catch (java.io.UncheckedIOException e) {
            seen.add(e.getCause().getMessage());
        }
        seen.add(Streams.failableStream(List.of(1, 2, 3)).map(x -> x * 2).filter(x -> x > 2).stream()
                .toList()
                .toString());
        seen.add(Failable.asFunction((Integer x) -> x + 1)
                .andThen(x -> x * 10)
                .apply(1)
                .toString());
        return seen;
    }

    private static List<String> initialized() throws ConcurrentException, ExecutionException, InterruptedException {
        LazyInitializer<String> lazy =
                LazyInitializer.<String>builder().setInitializer(() -> "lazy").get();
        BackgroundInitializer<String> background = new BackgroundInitializer<>() {
            @Override
            protected String initialize() {
                return "background";
            }
        };
        background.start();
        Function<Integer, Integer> square = x -> x * x;
        Memoizer<Integer, Integer> squares = new Memoizer<>(square);
        return List.of(lazy.get(), background.get(), Integer.toString(squares.compute(7) + squares.compute(7)));
    }

    private static List<String> told() {
        List<String> seen = new ArrayList<>();
        EventListenerSupport<Runnable> listeners = EventListenerSupport.create(Runnable.class);
        Runnable first = () -> seen.add("first");
        listeners.addListener(first);
        listeners.addListener(() -> seen.add("second"));
        listeners.fire().run();
        listeners.removeListener(first);
        listeners.fire().run();
        seen.add("listeners " + listeners.getListeners().length);
        return seen;
    }

    private static List<String> reflected() throws ReflectiveOperationException {
        return List.of(
                MethodUtils.invokeMethod("abc", "substring", 1).toString(),
                FieldUtils.readDeclaredStaticField(Integer.class, "MAX_VALUE").toString(),
                ClassUtils.getAllInterfaces(ArrayList.class).size() > 3 ? "interfaces" : "none",
                Arrays.toString(ArrayUtils.addAll(ArrayUtils.toObject(new int[] {1, 2}), 3, 4)));
    }

    private static List<String> dates() {
        FastDateFormat format =
                FastDateFormat.getInstance("yyyy-MM-dd'T'HH:mm:ss.SSSZZ", TimeZone.getTimeZone("UTC"), Locale.ROOT);
        return List.of(format.format(1_000_000_000_123L), DurationFormatUtils.formatDurationHMS(3_723_004));
    }
}
