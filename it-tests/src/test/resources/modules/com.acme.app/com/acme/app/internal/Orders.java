package com.acme.app.internal;

import java.util.function.Supplier;

public final class Orders {
    private final String what;

    public Orders(String what) {
        this.what = what;
    }

    private interface Wording {
        String of(String name);
    }

    interface Packed extends Supplier<String> {
        String box();

        @Override
        default String get() {
            return box().concat("!");
        }
    }

    public String named(String name) {
        return word(plain -> name + " " + plain);
    }

    private String word(Wording wording) {
        return wording.of(what);
    }

    public Supplier<String> own() {
        return this::shout;
    }

    public Supplier<String> packed() {
        Packed packed = () -> "box of ".concat(what);
        return packed;
    }

    private String shout() {
        return what.toUpperCase(java.util.Locale.ROOT);
    }
}
