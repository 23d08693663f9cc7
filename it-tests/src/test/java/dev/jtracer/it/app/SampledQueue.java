// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app;

/**
 * Makes calls that have a library do something later, which ends with an error, and then many calls on the library's
 * thread.
 */
public final class SampledQueue {
    private SampledQueue() {}

    /** {@code args[0]}: number of the calls that fail; {@code args[1]}: number of those afterwards. */
    public static void main(String[] args) throws InterruptedException {
        SampledQueueLibrary library = new SampledQueueLibrary();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            request(library);
            library.await();
        }
        library.call(Integer.parseInt(args[1]));
        library.await();
        System.out.println("errors " + library.errors());
        System.exit(0);
    }

    private static void request(SampledQueueLibrary library) {
        library.fail();
    }

    static void fail() {
        throw new AssertionError("expected");
    }

    static int step(int sum) {
        return sum + 1 & 0xffff;
    }
}
