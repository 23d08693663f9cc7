package com.acme.app;

import com.acme.app.internal.Orders;
import com.acme.pool.Pool;

public final class Main {
    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        Orders orders = new Orders("tea");
        System.out.println(Main.class.getModule() + " " + pool.call(() -> orders.named("green")));
        System.out.println(pool.call(orders.own()));
        System.out.println(pool.call(orders.packed()));
    }
}
