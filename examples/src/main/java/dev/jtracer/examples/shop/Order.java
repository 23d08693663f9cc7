// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.shop;

import java.util.List;

/** A customer's order; an article may be named more than once. */
record Order(String customer, List<String> articles) {
    Order {
        if (articles.isEmpty()) {
            throw new IllegalArgumentException("order of '" + customer + "' is empty");
        }
        articles = List.copyOf(articles);
    }
}
