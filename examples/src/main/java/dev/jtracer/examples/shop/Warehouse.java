// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/** Packs one order after the other on its own thread. */
final class Warehouse implements AutoCloseable {
    private final BoxPacker packer;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> new Thread(task, "warehouse"));

    Warehouse(BoxPacker packer) {
        this.packer = packer;
    }

    /** Returns at once; {@code whenPacked} is told the number of boxes later, on the warehouse's thread. */
    void pack(int[] weights, IntConsumer whenPacked) {
        worker.execute(() -> whenPacked.accept(packer.fewestBoxes(weights)));
    }

    @Override
    public void close() {
        worker.shutdown();
    }
}
