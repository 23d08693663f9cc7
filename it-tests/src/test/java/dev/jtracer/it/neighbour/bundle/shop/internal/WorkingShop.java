// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour.bundle.shop.internal;

import dev.jtracer.it.neighbour.bundle.shop.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

final class WorkingShop implements Shop {
    private final List<Consumer<String>> listeners = new ArrayList<>();

    @Override
    public String order(UnaryOperator<String> wording) {
        return wording.andThen(order -> order + ", please").apply("a box");
    }

    @Override
    public void onDelivery(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public boolean ignoreDelivery(Consumer<String> listener) {
        return listeners.remove(listener);
    }

    @Override
    public void deliver(String parcel) throws InterruptedException {
        Thread thread = new Thread(() -> listeners.forEach(listener -> listener.accept(parcel)), "delivery");
        thread.start();
        thread.join();
    }
}
