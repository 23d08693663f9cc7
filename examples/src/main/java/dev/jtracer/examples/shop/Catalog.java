// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.shop;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;

/** Prices in cents and weights in kilograms. Never changes, so both threads may ask it. */
final class Catalog {
    private record Article(int cents, int kilograms) {}

    private final Map<String, Article> articles = new TreeMap<>();

    Catalog() {
        stock("abacus", 1250, 4);
        stock("cogwheel", 330, 3);
        stock("globe", 4999, 6);
        stock("ink", 275, 1);
        stock("lamp", 1890, 5);
        stock("paper", 499, 2);
    }

    int price(String name) {
        return find(name).cents();
    }

    int weight(String name) {
        return find(name).kilograms();
    }

    private void stock(String name, int cents, int kilograms) {
        articles.put(name, new Article(cents, kilograms));
    }

    private Article find(String name) {
        Article article = articles.get(name);
        if (article == null) {
            throw new NoSuchElementException("no article '" + name + "'");
        }
        return article;
    }
}
