// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.weave.callback.WrapperWriter;
import dev.jtracer.bootstrap.lambda.LambdaLink;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that passes callbacks behaves the same with the recorder's calls. The JVM verifies each defined class. */
class CallbackWeaveTest {
    private static final String WOVEN = "com.acme.KindsOfPasses";

    private final WovenClasses woven = WovenClasses.including(
                    "com.acme", WovenClasses.settings(true, true, CallbackPolicy.ALL))
            .with(KindsOfPasses.class);

    @BeforeAll
    static void wrapLambdas() {
        LambdaLink.maker(new WrapperWriter());
    }

    @AfterAll
    static void leaveLambdas() {
        LambdaLink.maker(null);
    }

    static Stream<String> kinds() {
        return Arrays.stream(KindsOfPasses.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic() && method.getParameterCount() == 0)
                .filter(method -> method.getReturnType() == String.class)
                .map(Method::getName)
                .filter(name -> !name.endsWith("OfALambda"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void pass_doesTheSameAsUnwoven(String kind) throws Exception {
        Method unwoven = KindsOfPasses.class.getDeclaredMethod(kind);

        assertThat(woven.call(WOVEN, kind)).isEqualTo(unwoven.invoke(null));
        assertThat(woven.counters.classesFailed()).isZero();
        assertThat(woven.problems).isEmpty();
    }

    @Test
    void lambdas_areWrappedAndNamedAsTheJdkNamesThem() throws Exception {
        assertThat((String) woven.call(WOVEN, "fieldsOfALambda")).contains("jtracer$pass");
        assertThat(pattern(String.valueOf(woven.call(WOVEN, "nameOfALambda"))))
                .isEqualTo(pattern(KindsOfPasses.nameOfALambda()).replace(KindsOfPasses.class.getName(), WOVEN));
    }

    private static String pattern(String name) {
        return name.replaceAll("/.*", "/address").replaceAll("\\d+", "number");
    }

    @Test
    void lambdaThatIsSerializableByItsInterfaceAlone_isRefusedByStreams() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType none = MethodType.methodType(String.class);
        Object lambda = LambdaLink.metafactory(
                        lookup,
                        "tell",
                        MethodType.methodType(Remote.class),
                        none,
                        lookup.findStatic(CallbackWeaveTest.class, "told", none),
                        none,
                        1)
                .getTarget()
                .invoke();

        assertThat(lambda.getClass().getDeclaredFields()).hasSize(3);
        assertThat(((Remote) lambda).tell()).isEqualTo("told");
        assertThatThrownBy(() -> new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(lambda))
                .isInstanceOf(NotSerializableException.class);
    }

    interface Remote extends Serializable {
        String tell();
    }

    static String told() {
        return "told";
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void passInACallOfItsOwn_doesTheSameAsUnwoven(String kind) throws Exception {
        WovenClasses boundary = atBoundary();

        assertThat(boundary.call(WOVEN, kind))
                .isEqualTo(KindsOfPasses.class.getDeclaredMethod(kind).invoke(null));
        assertThat(boundary.counters.classesFailed()).isZero();
    }

    @Test
    void callThatPasses_hasARecordAroundIt() throws Exception {
        // The constructor's own record begins when its superclass's constructor has returned.
        assertThat(atBoundary().callsOf(WOVEN, "lambdaForSuper")).isEqualTo("""
                KindsOfPasses.lambdaForSuper
                  FutureTask.<init>
                  KindsOfPasses$Task.<init>
                """);
    }

    private static WovenClasses atBoundary() {
        return WovenClasses.including(
                        "com.acme",
                        new WeaveSettings(
                                true, true, CallbackPolicy.ALL, true, TaskPolicy.OFF, CallbackFilter.NONE, null, false))
                .with(KindsOfPasses.class);
    }

    @Test
    void lambdas_areLeftAloneWhenCallbacksAreOff() throws Exception {
        WovenClasses off = WovenClasses.including("com.acme", WovenClasses.settings(true, true, CallbackPolicy.OFF))
                .with(KindsOfPasses.class);

        assertThat((String) off.call(WOVEN, "fieldsOfALambda")).doesNotContain("jtracer");
    }
}
