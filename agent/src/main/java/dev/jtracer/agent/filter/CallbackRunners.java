// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.filter;

/** The known classes that only run the callbacks that they receive. Names are internal. */
final class CallbackRunners {
    /* Checked in their sources: no method compares a callback by identity with one that it received before (sets of
     * callbacks compare by equals), and none holds a callback by a weak reference alone. */
    private static final String[] PACKAGES_AND_WITHIN = {
        "java/util/concurrent/",
        "java/util/function/",
        "java/util/stream/",
        "com/google/common/util/concurrent/",
        "io/netty/channel/",
        "io/netty/util/concurrent/",
        "io/reactivex/rxjava3/",
        "io/smallrye/mutiny/",
        "io/vertx/core/",
        "org/springframework/core/task/",
        "org/springframework/scheduling/",
        "reactor/core/",
    };

    /** Packages without those within them. */
    private static final String[] PACKAGES = {"java/util/", "java/net/http/"};

    /** Classes with those within them. */
    private static final String[] CLASSES = {"java/lang/Thread", "java/lang/ThreadLocal", "java/lang/Iterable"};

    private CallbackRunners() {}

    static boolean contains(String className) {
        if (NeverTraced.startsWithAny(className, PACKAGES_AND_WITHIN)) {
            return true;
        }
        for (String known : PACKAGES) {
            if (className.startsWith(known) && className.indexOf('/', known.length()) < 0) {
                return true;
            }
        }
        return NeverTraced.isOrIsWithinAny(className, CLASSES);
    }

    /**
     * Returns whether objects of a type are not returned by what holds them. A sorted map returns its comparator and
     * a pool its thread factory, which the application may compare.
     */
    static boolean staysInside(String type) {
        return !type.startsWith("java/")
                || type.startsWith("java/util/function/")
                || type.equals("java/lang/Runnable")
                || type.equals("java/util/concurrent/Callable");
    }
}
