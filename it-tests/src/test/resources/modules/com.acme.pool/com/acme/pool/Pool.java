package com.acme.pool;

import com.acme.pool.internal.Worker;
import java.util.function.Supplier;

public final class Pool {
    private final Worker worker = new Worker();

    public <T> T call(Supplier<T> task) throws InterruptedException {
        return worker.call(task);
    }
}
