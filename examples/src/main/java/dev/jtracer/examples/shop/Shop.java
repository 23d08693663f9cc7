// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.shop;

import java.util.List;

/**
 * A small shop: the counter takes orders on thread {@code main}, the warehouse packs them on a thread of its own and
 * calls back when a parcel is ready.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.examples.shop \
 *      -cp examples/target/examples.jar dev.jtracer.examples.shop.Shop
 * </pre>
 *
 * Look at {@code Counter.place} on {@code main} and, on {@code warehouse}, at the packing of the same order; then at
 * which packing takes long, and why: {@code BoxPacker.tryBoxes} is called for one box more each time.
 */
public final class Shop {
    private Shop() {}

    /** Serves three customers and prints their invoices. */
    public static void main(String[] args) throws InterruptedException {
        Catalog catalog = new Catalog();
        try (Warehouse warehouse = new Warehouse(new BoxPacker(10))) {
            Counter counter = new Counter(catalog, warehouse);
            counter.place(new Order("Ada", List.of("globe", "ink", "ink", "paper")));
            counter.place(new Order("Blaise", List.of("abacus", "paper", "globe", "lamp", "ink", "abacus", "ink")));
            counter.place(new Order("Charles", List.of("lamp", "cogwheel", "cogwheel", "abacus", "globe", "paper")));
            counter.awaitParcels().forEach(System.out::println);
        }
    }
}
