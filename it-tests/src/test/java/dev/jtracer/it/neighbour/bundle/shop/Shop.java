// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour.bundle.shop;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Takes callbacks of another bundle. */
public interface Shop {
    /** Calls the customer's callback, which words his order. */
    String order(UnaryOperator<String> wording);

    /** Adds a listener. */
    void onDelivery(Consumer<String> listener);

    /** Removes a listener. Returns whether it was there. */
    boolean ignoreDelivery(Consumer<String> listener);

    /** Notifies all listeners, on a thread of the shop. */
    void deliver(String parcel) throws InterruptedException;
}
