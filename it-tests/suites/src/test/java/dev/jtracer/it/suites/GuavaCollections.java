// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.suites;

import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.LinkedHashMultiset;
import com.google.common.collect.LinkedListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.MapMaker;
import com.google.common.collect.Maps;
import com.google.common.collect.Multiset;
import com.google.common.collect.Sets;
import com.google.common.collect.TreeMultiset;
import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestStringSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.Feature;
import com.google.common.collect.testing.features.ListFeature;
import com.google.common.collect.testing.features.MapFeature;
import com.google.common.collect.testing.features.SetFeature;
import com.google.common.collect.testing.google.ListMultimapTestSuiteBuilder;
import com.google.common.collect.testing.google.MultisetTestSuiteBuilder;
import com.google.common.collect.testing.google.TestStringListMultimapGenerator;
import com.google.common.collect.testing.google.TestStringMultisetGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import junit.framework.Test;
import junit.framework.TestSuite;

/** Guava's collections under the tests that Guava publishes for anybody's: its own tests are not published. */
public final class GuavaCollections {
    private static final Feature<?>[] NULLS = {
        MapFeature.ALLOWS_NULL_KEYS, MapFeature.ALLOWS_NULL_VALUES, MapFeature.ALLOWS_ANY_NULL_QUERIES
    };

    private GuavaCollections() {}

    /** Lists and sets. */
    public static final class OfElements {
        private OfElements() {}

        public static Test suite() {
            TestSuite suite = new TestSuite();
            suite.addTest(list("ImmutableList", ImmutableList::copyOf, CollectionFeature.ALLOWS_NULL_QUERIES));
            suite.addTest(list(
                    "Lists.reverse",
                    elements -> Lists.reverse(new ArrayList<>(Lists.reverse(elements))),
                    CollectionFeature.ALLOWS_NULL_VALUES,
                    ListFeature.GENERAL_PURPOSE));
            suite.addTest(set("ImmutableSet", ImmutableSet::copyOf, CollectionFeature.ALLOWS_NULL_QUERIES));
            suite.addTest(set(
                    "Sets.newConcurrentHashSet",
                    Sets::newConcurrentHashSet,
                    CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                    SetFeature.GENERAL_PURPOSE));
            suite.addTest(set(
                    "Sets.filter",
                    elements -> Sets.filter(new LinkedHashSet<>(elements), element -> true),
                    CollectionFeature.ALLOWS_NULL_VALUES,
                    CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                    SetFeature.GENERAL_PURPOSE));
            return suite;
        }
    }

    /** Maps and caches. */
    public static final class OfMaps {
        private OfMaps() {}

        public static Test suite() {
            TestSuite suite = new TestSuite();
            suite.addTest(map("HashBiMap", HashBiMap::create, NULLS));
            suite.addTest(
                    map("Maps.filterEntries", () -> Maps.filterEntries(new LinkedHashMap<>(), entry -> true), NULLS));
            suite.addTest(map("MapMaker", () -> new MapMaker().weakValues().makeMap()));
            suite.addTest(map("CacheBuilder", () -> CacheBuilder.newBuilder()
                    .maximumSize(1_000)
                    .removalListener(removal -> {})
                    .<String, String>build()
                    .asMap()));
            return suite;
        }
    }

    /** Multisets. */
    public static final class OfMultisets {
        private OfMultisets() {}

        public static Test suite() {
            TestSuite suite = new TestSuite();
            suite.addTest(multiset("HashMultiset", HashMultiset::create, CollectionFeature.ALLOWS_NULL_VALUES));
            suite.addTest(
                    multiset("LinkedHashMultiset", LinkedHashMultiset::create, CollectionFeature.ALLOWS_NULL_VALUES));
            suite.addTest(multiset("TreeMultiset", TreeMultiset::create));
            suite.addTest(multiset("ConcurrentHashMultiset", ConcurrentHashMultiset::create));
            return suite;
        }
    }

    /** Multimaps, with all their views. */
    public static final class OfMultimaps {
        private OfMultimaps() {}

        public static Test suite() {
            TestSuite suite = new TestSuite();
            suite.addTest(multimap("ArrayListMultimap", ArrayListMultimap::create));
            suite.addTest(multimap("LinkedListMultimap", LinkedListMultimap::create));
            return suite;
        }
    }

    private static Test list(String name, Function<List<String>, List<String>> copy, Feature<?>... features) {
        return ListTestSuiteBuilder.using(new TestStringListGenerator() {
                    @Override
                    protected List<String> create(String[] elements) {
                        return copy.apply(Arrays.asList(elements));
                    }
                })
                .named(name)
                .withFeatures(CollectionSize.ANY)
                .withFeatures(features)
                .createTestSuite();
    }

    private static Test set(String name, Function<List<String>, Set<String>> copy, Feature<?>... features) {
        return SetTestSuiteBuilder.using(new TestStringSetGenerator() {
                    @Override
                    protected Set<String> create(String[] elements) {
                        return copy.apply(Arrays.asList(elements));
                    }
                })
                .named(name)
                .withFeatures(CollectionSize.ANY)
                .withFeatures(features)
                .createTestSuite();
    }

    private static Test map(String name, Supplier<Map<String, String>> empty, Feature<?>... features) {
        return MapTestSuiteBuilder.using(new TestStringMapGenerator() {
                    @Override
                    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                        Map<String, String> map = empty.get();
                        for (Map.Entry<String, String> entry : entries) {
                            map.put(entry.getKey(), entry.getValue());
                        }
                        return map;
                    }
                })
                .named(name)
                .withFeatures(CollectionSize.ANY, MapFeature.GENERAL_PURPOSE)
                .withFeatures(CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
                .withFeatures(features)
                .createTestSuite();
    }

    private static Test multiset(String name, Function<List<String>, Multiset<String>> copy, Feature<?>... features) {
        return MultisetTestSuiteBuilder.using(new TestStringMultisetGenerator() {
                    @Override
                    protected Multiset<String> create(String[] elements) {
                        return copy.apply(Arrays.asList(elements));
                    }
                })
                .named(name)
                .withFeatures(CollectionSize.ANY)
                .withFeatures(CollectionFeature.GENERAL_PURPOSE)
                .withFeatures(features)
                .createTestSuite();
    }

    private static Test multimap(String name, Supplier<ListMultimap<String, String>> empty) {
        return ListMultimapTestSuiteBuilder.using(new TestStringListMultimapGenerator() {
                    @Override
                    protected ListMultimap<String, String> create(Map.Entry<String, String>[] entries) {
                        ListMultimap<String, String> multimap = empty.get();
                        for (Map.Entry<String, String> entry : entries) {
                            multimap.put(entry.getKey(), entry.getValue());
                        }
                        return multimap;
                    }
                })
                .named(name)
                .withFeatures(CollectionSize.ANY, MapFeature.GENERAL_PURPOSE)
                .withFeatures(CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
                .withFeatures(NULLS)
                .createTestSuite();
    }
}
