// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour.bundle.shop.internal;

import dev.jtracer.it.neighbour.bundle.shop.Shop;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Opens the shop. */
public final class ShopActivator implements BundleActivator {
    @Override
    public void start(BundleContext context) {
        context.registerService(Shop.class, new WorkingShop(), null);
    }

    @Override
    public void stop(BundleContext context) {
        System.out.println("shop closed");
    }
}
