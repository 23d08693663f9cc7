// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.examples.hello;

/**
 * Five calls, three deep: the smallest trace worth a look.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.examples.hello \
 *      -cp examples/target/examples.jar dev.jtracer.examples.hello.HelloCalls
 * </pre>
 *
 * Look at the row of thread {@code main}: {@code greet} is drawn below {@code main}, and both calls of
 * {@code decorate} below {@code greet}.
 */
public final class HelloCalls {
    private final String greeting;

    private HelloCalls(String greeting) {
        this.greeting = greeting;
    }

    /** Prints one line. */
    public static void main(String[] args) {
        HelloCalls hello = new HelloCalls("hello");
        System.out.println(hello.greet("world"));
    }

    private String greet(String name) {
        return decorate(greeting, '<', '>') + " " + decorate(name, '[', ']');
    }

    private static String decorate(String text, char before, char after) {
        return before + text + after;
    }
}
