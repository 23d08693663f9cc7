// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.neighbour;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;

import com.sun.net.httpserver.HttpExchange;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.mockito.AdditionalAnswers;
import org.mockito.MockedStatic;
import org.mockito.Mockito;
import org.mockito.exceptions.base.MockitoException;

/** Passes mocks as callbacks, and callbacks to mocks. */
public final class MockedCallbacks {
    private MockedCallbacks() {}

    /** Mocks in every way that changes classes. */
    public static void main(String[] args) {
        System.out.println("final class " + finalClass());
        System.out.println("functional interface " + functionalInterface());
        System.out.println("lambda passed to a mock " + lambdaPassedToAMock());
        System.out.println("lambda behind a mock " + lambdaBehindAMock());
        System.out.println("spy of a lambda " + spyOfALambda());
        System.out.println("spy of a callback " + spyOfACallback());
        System.out.println("static " + mockedStatic());
        System.out.println("request " + mockedRequest());
        System.out.println("not mocked " + greet(new Names()::first) + " " + new Polite().apply("you"));
    }

    private static final class Names {
        String first() {
            return "Ada".concat("!");
        }

        String each(UnaryOperator<String> change) {
            return change.apply("Blaise");
        }
    }

    private static final class Polite implements UnaryOperator<String> {
        @Override
        public String apply(String name) {
            return "dear ".concat(name);
        }
    }

    private static String finalClass() {
        Names names = Mockito.mock(Names.class);
        Mockito.when(names.first()).thenReturn("mocked");
        return greet(names::first);
    }

    private static String functionalInterface() {
        @SuppressWarnings("unchecked")
        Supplier<String> supplier = Mockito.mock(Supplier.class);
        Mockito.when(supplier.get()).thenReturn("mocked");
        String greeting = greet(supplier);
        Mockito.verify(supplier).get();
        return greeting;
    }

    @SuppressWarnings("DirectInvocationOnMock") // that the mock receives a lambda is the case
    private static String lambdaPassedToAMock() {
        Names names = Mockito.mock(Names.class);
        Mockito.when(names.each(any())).thenAnswer(call -> {
            UnaryOperator<String> change = call.getArgument(0);
            return change.apply("mock");
        });
        return names.each(name -> name + " changed");
    }

    private static String lambdaBehindAMock() {
        Function<String, String> real = name -> name + " for real";
        @SuppressWarnings("unchecked")
        Function<String, String> mock = Mockito.mock(Function.class, AdditionalAnswers.delegatesTo(real));
        String applied = apply(mock, "applied");
        Mockito.verify(mock).apply(anyString());
        return applied;
    }

    /** Mockito refuses the JDK's own lambda classes, which are hidden. */
    private static String spyOfALambda() {
        Supplier<String> lambda = () -> "lambda";
        try {
            return greet(Mockito.spy(lambda));
        } catch (MockitoException refused) {
            return "refused";
        }
    }

    private static String spyOfACallback() {
        Polite polite = Mockito.spy(new Polite());
        String applied = apply(polite, "Charles");
        Mockito.verify(polite).apply("Charles");
        return applied;
    }

    private static String mockedStatic() {
        try (MockedStatic<Greetings> greetings = Mockito.mockStatic(Greetings.class)) {
            greetings.when(() -> Greetings.of(anyString())).thenReturn("mocked");
            return Greetings.of("nobody");
        }
    }

    /** A mock notes each call of it, and the tracer's would be one too many. */
    private static String mockedRequest() {
        HttpExchange exchange = Mockito.mock(HttpExchange.class);
        serve(exchange);
        Mockito.verify(exchange).close();
        Mockito.verifyNoMoreInteractions(exchange);
        return "served";
    }

    private static void serve(HttpExchange exchange) {
        exchange.close();
    }

    private static final class Greetings {
        private Greetings() {}

        static String of(String name) {
            return "hello ".concat(name);
        }
    }

    private static String greet(Supplier<String> name) {
        return Greetings.of(name.get());
    }

    private static String apply(Function<String, String> function, String name) {
        return function.apply(name);
    }
}
