// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

import java.util.function.Supplier;

/** Passes callbacks and runs them with recordings started and stopped in between. */
public final class ToggledCallbacks {
    private Supplier<String> kept = () -> "none";

    private ToggledCallbacks() {}

    /** Prints the results of the callbacks. */
    public static void main(String[] args) {
        ToggledCallbacks callbacks = new ToggledCallbacks();
        tracer("start");
        callbacks.keep(() -> "passed in the first recording");
        tracer("stop");
        callbacks.run();
        tracer("start");
        callbacks.run();
        callbacks.keep(() -> {
            tracer("stop");
            tracer("start");
            return "restarted while it ran";
        });
        callbacks.run();
        callbacks.run();
        tracer("stop");
    }

    private static void tracer(String command) {
        try {
            Class.forName("dev.jtracer.Tracer").getMethod(command).invoke(null);
        } catch (ClassNotFoundException untraced) {
            return; // the same program without the agent
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void keep(Supplier<String> callback) {
        kept = callback;
    }

    private void run() {
        System.out.println(kept.get());
    }
}
