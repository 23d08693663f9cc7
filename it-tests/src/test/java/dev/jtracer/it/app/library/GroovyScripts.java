// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyClassLoader;
import groovy.lang.GroovyObject;
import groovy.lang.GroovyShell;
import java.util.List;
import org.codehaus.groovy.runtime.DefaultGroovyMethods;

/** Scripts and classes that Groovy compiles and runs. */
public final class GroovyScripts {
    private static final String SCRIPT = """
            package dev.jtracer.it.app.library.script
            def words = text.split(' ').collect { it.toUpperCase() }.findAll { it.size() > 3 }
            def lengths = words.groupBy { it.size() }.collectEntries { k, v -> [(k): v.sort()] }
            int total = 0
            words.each { total += it.length() }
            def supplier = { -> total } as java.util.function.Supplier
            def sum = (1..100).inject(0) { a, b -> a + b }
            def thread = Thread.start { total += 1 }
            thread.join()
            def lambda = words.stream().map(w -> w.reverse()).toList()
            def caught = ''
            try { words.missing() } catch (MissingMethodException e) { caught = e.method }
            "$words $lengths ${supplier.get()} $sum $lambda $caught ${twice(21)}"
            """;
    private static final String CLASS = """
            package dev.jtracer.it.app.library.script
            @groovy.transform.CompileStatic
            @groovy.transform.ToString(includes = ['balance'])
            class Account {
                int balance
                List<Runnable> listeners = []
                int deposit(int amount) {
                    balance += amount
                    listeners.each { Runnable listener -> listener.run() }
                    balance
                }
                int after(java.util.function.IntUnaryOperator change) { change.applyAsInt(balance) }
                int doubled() { after(x -> x * 2) }
            }
            """;

    private GroovyScripts() {}

    /** Runs them all, one after the other. */
    public static void main(String[] args) throws Exception {
        System.out.println("script " + script());
        System.out.println("class " + compiled());
        System.out.println("closure " + DefaultGroovyMethods.collect(List.of(1, 2, 3), new Doubling()));
    }

    private static Object script() {
        Binding binding = new Binding();
        binding.setVariable("text", "the quick brown fox jumps over the lazy dog");
        binding.setVariable("twice", new Doubling());
        return new GroovyShell(GroovyScripts.class.getClassLoader(), binding).evaluate(SCRIPT);
    }

    private static String compiled() throws Exception {
        try (GroovyClassLoader loader = new GroovyClassLoader(GroovyScripts.class.getClassLoader())) {
            Class<?> type = loader.parseClass(CLASS);
            GroovyObject account = (GroovyObject) type.getDeclaredConstructor().newInstance();
            Runnable listener = () -> System.out.println("deposited");
            listeners(account).add(listener);
            account.invokeMethod("deposit", 5);
            return account + " " + account.invokeMethod("doubled", new Object[0]);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Runnable> listeners(GroovyObject account) {
        return (List<Runnable>) account.getProperty("listeners");
    }

    private static final class Doubling extends Closure<Integer> {
        private static final long serialVersionUID = 1;

        Doubling() {
            super(GroovyScripts.class);
        }

        /** Called by Groovy. */
        @SuppressWarnings("unused")
        public Integer doCall(Object number) {
            return (Integer) number * 2;
        }
    }
}
