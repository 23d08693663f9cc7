// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.shop;

import java.util.Map;
import java.util.TreeMap;

/** Prices orders, passes them to the warehouse, and collects the invoices that come back from there. */
final class Counter {
    private final Catalog catalog;
    private final Warehouse warehouse;
    private final Map<String, String> invoices = new TreeMap<>();
    private int placed;

    Counter(Catalog catalog, Warehouse warehouse) {
        this.catalog = catalog;
        this.warehouse = warehouse;
    }

    void place(Order order) {
        int cents = total(order);
        int[] weights = order.articles().stream().mapToInt(catalog::weight).toArray();
        placed++;
        warehouse.pack(weights, boxes -> invoice(order, cents, boxes));
    }

    /** Waits until every order placed so far is packed; invoices in the order of the customers' names. */
    synchronized Iterable<String> awaitParcels() throws InterruptedException {
        while (invoices.size() < placed) {
            wait();
        }
        return invoices.values();
    }

    private int total(Order order) {
        int cents = 0;
        for (String article : order.articles()) {
            cents += catalog.price(article);
        }
        return cents - discount(cents);
    }

    private static int discount(int cents) {
        return cents > 10_000 ? cents / 20 : 0;
    }

    private synchronized void invoice(Order order, int cents, int boxes) {
        invoices.put(order.customer(), order.customer() + ": " + euros(cents) + " in " + boxes + " boxes");
        notifyAll();
    }

    private static String euros(int cents) {
        return cents / 100 + "." + cents / 10 % 10 + cents % 10 + " EUR";
    }
}
