// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.weave.code.MethodTable;
import java.util.Objects;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedClassesTest {
    private static final String NAME = GeneratedClasses.NAME;

    /** Bytes that the recorder's calls add to a method with one return and an id below 6: 4 + 4 + 5. */
    private static final int ADDED = 13;

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_2, Opcodes.V1_4, Opcodes.V1_5})
    void subroutines_runAsBefore(int version) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, GeneratedClasses.withSubroutine(version));

        assertThat(classes.call(NAME, "run")).isEqualTo("body finally");
        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_2, Opcodes.V1_5, Opcodes.V1_6})
    void codeWithoutFrames_verifies(int version) throws Exception {
        WovenClasses classes =
                WovenClasses.including("com.acme").with(NAME, GeneratedClasses.loopWithoutFrames(version));

        assertThat(classes.call(NAME, "run")).isEqualTo("looped");
        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {65_508, 65_535 - ADDED})
    void largeMethod_isWovenWhileItFits(int bytes) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, GeneratedClasses.withMethodOfSize(bytes));

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n  Generated.large\n");
        assertThat(classes.counters.methodsSkipped()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {65_535 - ADDED + 1, 65_535})
    void tooLargeMethod_isSkippedAlone(int bytes) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, GeneratedClasses.withMethodOfSize(bytes));

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
        assertThat(classes.counters.methodsSkipped()).isEqualTo(1);
        assertThat(classes.counters.methodsWoven()).isEqualTo(1);
        assertThat(classes.problems)
                .containsExactly("method 'com.acme.Generated.large' is not traced: with the recorder's calls it would"
                        + " exceed 65535 bytes; it runs unchanged");
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000 - ADDED, 8_001})
    void methodThatTheJvmTreatsAsBefore_isWoven(int bytes) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, GeneratedClasses.withMethodOfSize(bytes));

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n  Generated.large\n");
        assertThat(classes.problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000 - ADDED + 1, 8_000})
    void methodThatTheJvmWouldNoLongerCompile_isSkippedAlone(int bytes) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, GeneratedClasses.withMethodOfSize(bytes));

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
        assertThat(classes.counters.methodsSkipped()).isEqualTo(1);
        assertThat(classes.counters.methodsWoven()).isEqualTo(1);
        assertThat(classes.problems)
                .containsExactly("method 'com.acme.Generated.large' is not traced: with the recorder's calls it would"
                        + " exceed 8000 bytes of bytecode, and the JVM never compiles such a method unless it runs with"
                        + " -XX:-DontCompileHugeMethods; it runs unchanged");
    }

    /** The lambda's body is not recorded as a call; its call sites are woven, and must not make it too long. */
    @ParameterizedTest
    @ValueSource(ints = {7_990, 8_000})
    void methodThatIsTooLongForItsPasses_keepsItsCode(int bytes) {
        WovenClasses classes =
                WovenClasses.including("com.acme", WovenClasses.settings(false, false, CallbackPolicy.ALL));
        byte[] classFile = GeneratedClasses.withPassInMethodOfSize(bytes);

        byte[] woven = Objects.requireNonNull(classes.weave(NAME, classFile));

        assertThat(CodeLengths.of(new ClassReader(woven))[0]).isEqualTo(bytes);
        assertThat(classes.counters.methodsSkipped()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000 - ADDED, 65_535 - ADDED})
    void methodThatIsTooLongForItsAnnouncements_isTracedWithoutThem(int bytes) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme", WovenClasses.settings(true, true, CallbackPolicy.ALL))
                .with(NAME, GeneratedClasses.withAnnouncementInMethodOfSize(bytes));

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n  Generated.large\n    Generated.take\n");
        assertThat(classes.counters.methodsSkipped()).isZero();
        assertThat(classes.counters.methodsWoven()).isEqualTo(3);
        assertThat(classes.problems)
                .singleElement()
                .asString()
                .startsWith(
                        "method 'com.acme.Generated.large' passes callbacks to included methods without a pass site:"
                                + " with the sites it would exceed " + (bytes > 8_000 ? 65_535 : 8_000) + " bytes")
                .endsWith("; the rest of it is traced as usual");
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000 - ADDED + 1, 65_535 - ADDED + 1})
    void methodThatIsTooLongWithoutItsAnnouncements_isSkipped(int bytes) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme", WovenClasses.settings(true, true, CallbackPolicy.ALL))
                .with(NAME, GeneratedClasses.withAnnouncementInMethodOfSize(bytes));

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n  Generated.take\n");
        assertThat(classes.counters.methodsSkipped()).isEqualTo(1);
        assertThat(classes.problems).singleElement().asString().contains("large' is not traced: ");
    }

    @Test
    void hugeMethods_areCompiledIfTheLastFlagSaysSo() {
        String on = "-XX:+DontCompileHugeMethods";
        String off = "-XX:-DontCompileHugeMethods";

        assertThat(HugeMethods.areCompiled()).isFalse();
        assertThat(HugeMethods.areCompiled("-Xmx1g", off)).isTrue();
        assertThat(HugeMethods.areCompiled(on, off)).isTrue();
        assertThat(HugeMethods.areCompiled(off, on)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {32_740, 32_750, 32_755, 32_760})
    void longJump_isWidenedWhenItNoLongerReaches(int distance) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, GeneratedClasses.withLongJump(distance));

        assertThat(classes.call(NAME, "run")).isEqualTo("far");
        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
        assertThat(classes.counters.classesFailed()).isZero();
    }

    static Stream<byte[]> constructorsThatLoseACallback() {
        return Stream.of(
                GeneratedClasses.withCallbackOverwrittenBeforeSuper(),
                GeneratedClasses.withCallbackDroppedBeforeSuper());
    }

    @ParameterizedTest
    @MethodSource("constructorsThatLoseACallback")
    void callbackThatIsGoneWhenSuperIsCalled_isNotLookedFor(byte[] classFile) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme", WovenClasses.settings(true, true, CallbackPolicy.ALL))
                .with(NAME, classFile);

        assertThat(classes.call(NAME, "run")).isEqualTo("made");
        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n  Generated.<init>\n");
    }

    @Test
    void constructorWithTwoSuperCalls_isSkippedAlone() throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, GeneratedClasses.withTwoSuperCalls());

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
        assertThat(classes.counters.methodsSkipped()).isEqualTo(1);
    }

    static Stream<byte[]> constructorsWithoutPlace() {
        return Stream.of(GeneratedClasses.withJumpOverSuper(), GeneratedClasses.withReturnBeforeSuper());
    }

    @ParameterizedTest
    @MethodSource("constructorsWithoutPlace")
    void constructorWithoutPlaceForItsRecords_isSkippedAlone(byte[] classFile) throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(NAME, classFile);

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
        assertThat(classes.counters.methodsSkipped()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 127, 128, 32_767, 32_768})
    void ids_arriveWhateverTheirSize(int id) throws Exception {
        MethodTable table = new MethodTable((firstId, names) -> {});
        for (int i = 1; i < id; i++) {
            table.register("filler." + (i >> 8), new String[] {"m" + i});
        }
        WovenClasses classes =
                WovenClasses.including("com.acme", table).with(NAME, GeneratedClasses.loopWithoutFrames(Opcodes.V1_5));

        assertThat(classes.callsOf(NAME, "run")).isEqualTo("Generated.run\n");
        assertThat(table.names()[id - 1]).isEqualTo("com.acme.Generated.run");
    }
}
