// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes collections and an array to a method while another thread changes them, without any synchronisation. */
public final class ChangingValues {
    private static final int USES = 20_000;

    private static volatile boolean isOver;

    private ChangingValues() {}

    public static void main(String[] args) throws InterruptedException {
        TreeSet<Integer> tree = new TreeSet<>();
        List<Collection<Integer>> collections =
                List.of(new ArrayList<>(), new ArrayDeque<>(), tree, new CopyOnWriteArrayList<>());
        List<Map<Integer, Integer>> maps = List.of(new HashMap<>(), new TreeMap<>(), new ConcurrentHashMap<>());
        Object[] array = new Object[8];
        Thread changing = new Thread(() -> change(collections, maps, array), "changing");
        changing.start();
        int uses = 0;
        for (int i = 0; i < USES; i++) {
            uses += use(collections.get(i % collections.size()), tree.headSet(5), maps.get(i % maps.size()), array);
        }
        isOver = true;
        changing.join();
        System.out.println(uses + " uses");
    }

    private static int use(
            Collection<Integer> collection, Collection<Integer> view, Map<Integer, Integer> map, Object[] array) {
        return collection == view || map == null || array == null ? 0 : 1;
    }

    private static void change(
            List<Collection<Integer>> collections, List<Map<Integer, Integer>> maps, Object[] array) {
        for (int i = 0; !isOver; i++) {
            int value = i % 10;
            for (Collection<Integer> collection : collections) {
                if (i % 20 < 10) {
                    collection.add(value);
                } else {
                    collection.clear();
                }
            }
            for (Map<Integer, Integer> map : maps) {
                if (i % 20 < 10) {
                    map.put(value, value);
                } else {
                    map.remove(value);
                }
            }
            array[value % array.length] = value;
        }
    }
}
