// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.config.CallbackPolicy;
import dev.jtracer.bootstrap.LambdaLink;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that hands callbacks over does the same with the recorder's calls in it. The JVM verifies what it defines. */
class CallbackWeaveTest {
    private static final String WOVEN = "com.acme.KindsOfHandOvers";

    private final WovenClasses woven = WovenClasses.including(
                    "com.acme", new WeaveSettings(true, true, CallbackPolicy.ALL))
            .with(KindsOfHandOvers.class);

    @BeforeAll
    static void wrapLambdas() {
        LambdaLink.maker(new WrapperWriter());
    }

    @AfterAll
    static void leaveLambdas() {
        LambdaLink.maker(null);
    }

    static Stream<String> kinds() {
        return Arrays.stream(KindsOfHandOvers.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic() && method.getParameterCount() == 0)
                .filter(method -> method.getReturnType() == String.class)
                .map(Method::getName)
                .filter(name -> !name.equals("nameOfALambda"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void handOver_doesTheSameAsUnwoven(String kind) throws Exception {
        Method unwoven = KindsOfHandOvers.class.getDeclaredMethod(kind);

        assertThat(woven.call(WOVEN, kind)).isEqualTo(unwoven.invoke(null));
        assertThat(woven.counters.classesFailed()).isZero();
        assertThat(woven.problems).isEmpty();
    }

    @Test
    void lambdas_areWrappedAndSayTheyAreLambdas() throws Exception {
        assertThat((String) woven.call(WOVEN, "nameOfALambda")).startsWith(WOVEN + "$$Lambda$jtracer");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void handOverInACallOfItsOwn_doesTheSameAsUnwoven(String kind) throws Exception {
        WovenClasses boundary = atBoundary();

        assertThat(boundary.call(WOVEN, kind))
                .isEqualTo(KindsOfHandOvers.class.getDeclaredMethod(kind).invoke(null));
        assertThat(boundary.counters.classesFailed()).isZero();
    }

    @Test
    void callThatHandsOver_hasARecordAroundIt() throws Exception {
        // The constructor's own record begins when that of its super class has returned.
        assertThat(atBoundary().callsOf(WOVEN, "lambdaForSuper")).isEqualTo("""
                KindsOfHandOvers.lambdaForSuper
                  FutureTask.<init>
                  KindsOfHandOvers$Task.<init>
                """);
    }

    private static WovenClasses atBoundary() {
        return WovenClasses.including("com.acme", new WeaveSettings(true, true, CallbackPolicy.ALL, true))
                .with(KindsOfHandOvers.class);
    }

    @Test
    void lambdas_areLeftAloneWhenCallbacksAreOff() throws Exception {
        WovenClasses off = WovenClasses.including("com.acme", new WeaveSettings(true, true, CallbackPolicy.OFF))
                .with(KindsOfHandOvers.class);

        assertThat((String) off.call(WOVEN, "nameOfALambda")).doesNotContain("jtracer");
    }
}
