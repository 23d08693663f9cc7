// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour.bundle.client;

import dev.jtracer.it.neighbour.bundle.shop.Shop;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Passes callbacks to the shop, and prints their results. */
public final class ClientActivator implements BundleActivator {
    @Override
    public void start(BundleContext context) throws InterruptedException {
        Shop shop = context.getService(context.getServiceReference(Shop.class));
        System.out.println(shop.order(what -> what + " of tea"));
        System.out.println(shop.order(new UnaryOperator<String>() {
            @Override
            public String apply(String what) {
                return "two of ".concat(what);
            }
        }));
        Consumer<String> listener = parcel -> System.out.println(parcel + " came");
        shop.onDelivery(listener);
        shop.onDelivery(System.out::println);
        shop.deliver("a parcel");
        System.out.println("removed " + shop.ignoreDelivery(listener));
    }

    @Override
    public void stop(BundleContext context) {
        System.out.println("client stopped");
    }
}
