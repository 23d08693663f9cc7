package com.acme.pool.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

public final class Worker {
    public <T> T call(Supplier<T> task) throws InterruptedException {
        List<T> results = new ArrayList<>();
        Thread thread = new Thread(() -> results.add(task.get()), "worker");
        thread.start();
        thread.join();
        return results.get(0);
    }
}
