// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import com.google.common.base.Splitter;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.cache.RemovalListener;
import com.google.common.collect.FluentIterable;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Ordering;
import com.google.common.collect.Range;
import com.google.common.collect.TreeRangeMap;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.hash.Hashing;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Futures, caches, events and collections of Guava. */
public final class GuavaCallbacks {
    private GuavaCallbacks() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws Exception {
        System.out.println("futures " + futures());
        System.out.println("cache " + cache());
        System.out.println("events " + events());
        System.out.println("collections " + collections());
        System.out.println("ranges " + ranges());
        System.out.println("graph " + reachable());
        System.out.println("hash " + Hashing.sha256().hashString("jtracer", StandardCharsets.UTF_8));
    }

    private static List<String> futures() throws ExecutionException, InterruptedException {
        ListeningExecutorService pool = MoreExecutors.listeningDecorator(Executors.newSingleThreadExecutor());
        ListenableFuture<Integer> six = pool.submit(() -> 6);
        ListenableFuture<Integer> answer = Futures.transform(six, x -> x * 7, pool);
        ListenableFuture<Integer> next = Futures.transformAsync(answer, x -> pool.submit(() -> x + 1), pool);
        ListenableFuture<String> caught = Futures.catching(
                Futures.<String>immediateFailedFuture(new IllegalStateException("broken")),
                IllegalStateException.class,
                Throwable::getMessage,
                MoreExecutors.directExecutor());
        CountDownLatch told = new CountDownLatch(1);
        List<String> seen = new ArrayList<>();
        Futures.addCallback(
                next,
                new FutureCallback<Integer>() {
                    @Override
                    public void onSuccess(Integer result) {
                        seen.add("success " + result);
                        told.countDown();
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        seen.add("failure");
                        told.countDown();
                    }
                },
                pool);
        told.await();
        seen.add(caught.get());
        pool.shutdown();
        return seen;
    }

    private static List<String> cache() throws ExecutionException {
        List<String> removed = new ArrayList<>();
        RemovalListener<Integer, String> listener = removal -> removed.add("removed " + removal.getKey());
        LoadingCache<Integer, String> cache = CacheBuilder.newBuilder()
                .maximumSize(2)
                .concurrencyLevel(1)
                .removalListener(listener)
                .build(CacheLoader.from(key -> "value " + key));
        for (int key = 0; key < 5; key++) {
            removed.add(cache.get(key));
        }
        removed.add(cache.get(9, () -> "given"));
        return removed;
    }

    private static List<String> events() {
        EventBus bus = new EventBus((failure, context) -> System.out.println("event failed: " + failure.getMessage()));
        Listener listener = new Listener();
        bus.register(listener);
        bus.post("one");
        bus.post("");
        bus.unregister(listener);
        bus.post("three");
        return listener.seen;
    }

    private static List<String> collections() {
        List<String> words = Splitter.on(' ').splitToList("the quick brown fox jumps over the lazy dog");
        List<String> lines = new ArrayList<>();
        lines.add(Multimaps.index(words, String::length).toString());
        lines.add(FluentIterable.from(words)
                .filter(word -> word.length() > 3)
                .transform(String::length)
                .toString());
        lines.add(Ordering.natural()
                .onResultOf(String::length)
                .compound(Ordering.natural())
                .sortedCopy(words)
                .toString());
        lines.add(words.stream()
                .distinct()
                .collect(ImmutableSortedMap.toImmutableSortedMap(String::compareTo, word -> word, String::length))
                .toString());
        return lines;
    }

    private static String ranges() {
        TreeRangeMap<Integer, String> ranges = TreeRangeMap.create();
        ranges.put(Range.closed(1, 10), "low");
        ranges.put(Range.closed(5, 7), "middle");
        ranges.merge(Range.closed(6, 20), "high", (one, other) -> one + other);
        return ranges.toString();
    }

    private static int reachable() {
        MutableGraph<Integer> graph = GraphBuilder.directed().build();
        for (int node = 1; node < 100; node++) {
            graph.putEdge(node, node / 2);
        }
        return Graphs.reachableNodes(graph, 99).size();
    }

    /** Receives words, and fails on empty ones. */
    public static final class Listener {
        private final List<String> seen = new ArrayList<>();

        /** Called by the bus. */
        @Subscribe
        public void hear(String word) {
            if (word.isEmpty()) {
                throw new IllegalStateException("empty");
            }
            seen.add(word);
        }
    }
}
