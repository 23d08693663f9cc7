// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.config.OptionException;
import dev.jtracer.agent.filter.CallbackFilter;
import dev.jtracer.agent.filter.MethodFilter;
import dev.jtracer.agent.weave.code.MethodTable;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class WeaverTest {
    private static final String KINDS = "com.acme.KindsOfMethods";
    private static final String THROWING = "com.acme.ThrowingMethods";

    @Test
    void kinds_giveTheSameResultWhenWoven() throws Exception {
        WovenClasses classes =
                WovenClasses.including("com.acme").with(KindsOfMethods.class).with(anonymous());

        assertThat(classes.call(KINDS, "run")).isEqualTo(KindsOfMethods.run());
        assertThat(classes.counters.classesFailed()).isZero();
        assertThat(classes.problems).isEmpty();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_19) // later threads cannot be stopped
    @Timeout(60)
    void threadStoppedWhileItWeaves_isStoppedOnceTheClassIsThere() throws Exception {
        Weaver weaver = stoppedWhileRegistering();
        byte[] classFile = GeneratedClasses.withMethodOfSize(100);
        List<Throwable> leftBy = new CopyOnWriteArrayList<>();
        Thread loading = new Thread(() -> {
            weaver.transform(new URLClassLoader(new URL[0]), "com/acme/Generated", null, null, classFile);
            while (true) {
                Thread.onSpinWait();
            }
        });
        loading.setUncaughtExceptionHandler((thread, failure) -> leftBy.add(failure));
        loading.setDaemon(true);
        loading.start();

        loading.join();

        assertThat(leftBy).hasOnlyElementsOfType(ThreadDeath.class).hasSize(1);
    }

    @Test
    void methodThatArgsDoesNotName_getsTheSameBytes() throws OptionException {
        byte[] classFile = GeneratedClasses.withMethodOfSize(100);

        byte[] without =
                weaver(null).transform(new URLClassLoader(new URL[0]), "com/acme/Generated", null, null, classFile);
        byte[] other = weaver(MethodFilter.ofMethods("args", List.of("com.acme.Other#total")))
                .transform(new URLClassLoader(new URL[0]), "com/acme/Generated", null, null, classFile);
        byte[] named = weaver(MethodFilter.ofMethods("args", List.of("com.acme.Generated")))
                .transform(new URLClassLoader(new URL[0]), "com/acme/Generated", null, null, classFile);

        assertThat(without).isNotNull().isEqualTo(other);
        assertThat(named).isNotNull().isNotEqualTo(other);
    }

    @Test
    void classDefinedWithoutAName_isWovenByItsOwn() throws OptionException {
        byte[] classFile = GeneratedClasses.withMethodOfSize(100);

        byte[] unnamed = weaver(null).transform(new URLClassLoader(new URL[0]), null, null, null, classFile);

        assertThat(unnamed)
                .isNotNull()
                .isEqualTo(weaver(null)
                        .transform(new URLClassLoader(new URL[0]), "com/acme/Generated", null, null, classFile));
        assertThat(weaver(null).transform(new URLClassLoader(new URL[0]), null, null, null, new byte[8]))
                .isNull();
    }

    @Test
    void classThatNeedsAnother_hasItWovenWhenItIsLoadedButNotWhenItIsWovenAgain() throws OptionException {
        String pool = "org/springframework/core/task/SimpleAsyncTaskExecutor";
        byte[] classFile = GeneratedClasses.withMethodOfSize(100);
        ClassLoader loader = new URLClassLoader(new URL[0]);
        List<String> redefined = new ArrayList<>();
        Weaver weaver = new Weaver(
                MethodFilter.parse(List.of("com.acme"), List.of()),
                new MethodTable((firstId, names) -> {}),
                new WeaveSettings(
                        false, false, CallbackPolicy.OFF, false, TaskPolicy.ALL, CallbackFilter.NONE, null, false),
                new WeaveCounters(),
                problem -> {},
                className -> {
                    redefined.add(className);
                    return null;
                });

        // Within a retransformation that waits for the other class, which is in the same batch, for two seconds.
        weaver.transform(loader, pool, WeaverTest.class, null, classFile);
        assertThat(redefined).isEmpty();

        weaver.transform(loader, pool, null, null, classFile);
        assertThat(redefined).containsExactly("java.lang.Thread");
    }

    private static Weaver weaver(@Nullable MethodFilter values) throws OptionException {
        return new Weaver(
                MethodFilter.parse(List.of("com.acme"), List.of()),
                new MethodTable((firstId, names) -> {}),
                new WeaveSettings(
                        false, false, CallbackPolicy.OFF, false, TaskPolicy.OFF, CallbackFilter.NONE, values, false),
                new WeaveCounters(),
                problem -> {},
                null);
    }

    private static Weaver stoppedWhileRegistering() throws OptionException {
        MethodTable table = new MethodTable((firstId, names) -> {
            throw new ThreadDeath();
        });
        return new Weaver(
                MethodFilter.parse(List.of("com.acme"), List.of()),
                table,
                WovenClasses.settings(false, false, CallbackPolicy.OFF),
                new WeaveCounters(),
                problem -> {},
                null);
    }

    @Test
    void kinds_areRecordedInTheirOrder() throws Exception {
        WovenClasses classes =
                WovenClasses.including("com.acme").with(KindsOfMethods.class).with(anonymous());

        assertThat(classes.callsOf(KINDS, "run")).isEqualTo("""
                        KindsOfMethods.run
                          KindsOfMethods.<init>
                          KindsOfMethods.instance
                            KindsOfMethods.log
                          KindsOfMethods.setName
                          KindsOfMethods.log
                          KindsOfMethods$Shape.unit
                          KindsOfMethods$Shape.describe
                            KindsOfMethods$Shape.round
                              KindsOfMethods$Shape$1.area
                          KindsOfMethods.log
                          KindsOfMethods$Point.<init>
                          KindsOfMethods$Point.toString
                          KindsOfMethods$Point.<init>
                          KindsOfMethods$Point.length
                          KindsOfMethods.log
                          KindsOfMethods$Planet.<init>
                          KindsOfMethods$Planet.<init>
                          KindsOfMethods$Planet.next
                          KindsOfMethods.log
                          KindsOfMethods.guarded
                          KindsOfMethods.log
                          KindsOfMethods.recursive
                            KindsOfMethods.recursive
                              KindsOfMethods.recursive
                                KindsOfMethods.recursive
                          KindsOfMethods.log
                          KindsOfMethods.lambda
                          KindsOfMethods.lambda$lambda$0
                          KindsOfMethods.log
                          KindsOfMethods.varargs
                          KindsOfMethods.log
                          KindsOfMethods$Sorted.apply
                          KindsOfMethods.log
                          KindsOfMethods.switching
                          KindsOfMethods.switching
                          KindsOfMethods.log
                        """);
    }

    @Test
    void exception_staysTheSameObject() throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(ThrowingMethods.class);

        assertThat(classes.call(THROWING, "identity")).isEqualTo(true);
        assertThat(classes.callsOf(THROWING, "escapes")).isEqualTo("""
                        ThrowingMethods.escapes threw
                          ThrowingMethods.rethrows threw
                        threw java.lang.IllegalStateException: thrown""");
    }

    @Test
    void finallyBlocks_runAsBefore() throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(ThrowingMethods.class);

        assertThat(classes.call(THROWING, "finallyBlocks")).isEqualTo(ThrowingMethods.finallyBlocks());
        assertThat(classes.callsOf(THROWING, "finallyBlocks")).isEqualTo("""
                        ThrowingMethods.finallyBlocks
                          ThrowingMethods.nested
                          ThrowingMethods.nested
                          ThrowingMethods.nested
                            ThrowingMethods.throwing threw
                          ThrowingMethods.nested
                            ThrowingMethods.throwing threw
                            ThrowingMethods.throwing threw
                        """);
    }

    @Test
    void constructor_isClosedWhenItThrowsAfterSuper() throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(ThrowingMethods.class);

        assertThat(classes.call(THROWING, "constructors")).isEqualTo(ThrowingMethods.constructors());
        assertThat(classes.callsOf(THROWING, "constructors")).isEqualTo("""
                        ThrowingMethods.constructors
                          ThrowingMethods.made
                            ThrowingMethods$Base.<init>
                            ThrowingMethods$Sub.<init>
                            ThrowingMethods$Sub.toString
                          ThrowingMethods.made
                          ThrowingMethods.made
                            ThrowingMethods$Base.<init>
                            ThrowingMethods$Sub.<init> threw
                        """);
    }

    @Test
    void stackOverflow_isRecoveredFrom() throws Exception {
        WovenClasses classes = WovenClasses.including("com.acme").with(ThrowingMethods.class);

        assertThat(classes.call(THROWING, "overflow")).isEqualTo("recovered");
    }

    @Test
    void accessorsAndClinit_areWovenOnDemand() throws Exception {
        WovenClasses classes = WovenClasses.including(
                        "com.acme.KindsOfMethods", WovenClasses.settings(true, true, CallbackPolicy.OFF))
                .with(KindsOfMethods.class)
                .with(anonymous());

        assertThat(classes.callsOf(KINDS, "run"))
                .contains(
                        "KindsOfMethods.getName\n", "KindsOfMethods$Planet.<clinit>\n    KindsOfMethods$Planet.<init>");
    }

    @Test
    void sameClass_keepsItsIdsWhenWovenAgain() throws Exception {
        MethodTable table = new MethodTable((firstId, names) -> {});
        WovenClasses first = WovenClasses.including("com.acme", table).with(ThrowingMethods.class);
        WovenClasses second = WovenClasses.including("com.acme", table).with(ThrowingMethods.class);

        List<Integer> calls = first.record();
        first.call(THROWING, "constructors");
        int idsBefore = table.names().length;
        List<Integer> callsAgain = second.record();
        second.call(THROWING, "constructors");

        assertThat(callsAgain).isNotEmpty().isEqualTo(calls);
        assertThat(table.names()).hasSize(idsBefore);
    }

    @Test
    void wovenClass_isNotWovenTwice() {
        WovenClasses classes = WovenClasses.including("com.acme");

        byte[] woven = classes.weave(THROWING, WovenClasses.renamedClassFile(ThrowingMethods.class));

        Objects.requireNonNull(woven);
        assertThat(classes.weave(THROWING, woven)).isNull();
    }

    @Test
    void brokenClassFile_isCountedAndNamedOnce() {
        WovenClasses classes = WovenClasses.including("com.acme");
        byte[] broken = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 61, 0, 9, 1};
        byte[] brokenElsewhere = Arrays.copyOf(broken, broken.length + 1);

        assertThat(classes.weave("com.acme.Broken", broken)).isNull();
        assertThat(classes.weave("com.acme.Broken", brokenElsewhere)).isNull();
        assertThat(classes.weave("org.other.Broken", broken)).isNull();
        assertThat(classes.counters.classesFailed()).isEqualTo(2);
        assertThat(classes.problems).singleElement().asString().startsWith("class 'com.acme.Broken' is not traced: ");
    }

    @Test
    void methodIds_runOutWithoutHarm() throws Exception {
        MethodTable table = new MethodTable((firstId, names) -> {}, 5);
        WovenClasses classes = WovenClasses.including("com.acme", table).with(ThrowingMethods.class);

        assertThat(classes.call(THROWING, "constructors")).isEqualTo(ThrowingMethods.constructors());
        assertThat(classes.counters.classesFailed()).isPositive();
        assertThat(classes.problems.get(0)).contains("method ids are taken");
    }

    @Test
    void proxyWhoseInterfaceIsMissing_isCountedAndNamed() {
        WovenClasses classes = WovenClasses.including("com.acme");

        assertThat(classes.weave(
                        "jdk.proxy2.$Proxy93", GeneratedClasses.proxy("jdk/proxy2/$Proxy93", "com/acme/Missing")))
                .isNull();
        assertThat(classes.weave(
                        "jdk.proxy2.$Proxy94", GeneratedClasses.proxy("jdk/proxy2/$Proxy94", "org/other/Missing")))
                .isNull();
        assertThat(classes.counters.classesFailed()).isEqualTo(1);
        assertThat(classes.problems)
                .containsExactly("proxy 'jdk.proxy2.$Proxy93' of 'com.acme.Missing' is not traced:"
                        + " java.lang.ClassNotFoundException: com.acme.Missing; it runs unchanged, exclude"
                        + " 'com.acme.Missing' to hide this line");
    }

    @Test
    void proxyWithoutMethodIds_isCountedAndNamed() throws Exception {
        MethodTable table = new MethodTable((firstId, names) -> {}, 5);
        WovenClasses classes = WovenClasses.including("com.acme", table).with(KindsOfMethods.class);
        table.register("org.other.Full", new String[] {"a", "b", "c", "d", "e"});
        classes.loadClass(KINDS + "$Shape");
        long before = classes.counters.classesFailed();
        byte[] proxy = GeneratedClasses.proxy("jdk/proxy2/$Proxy93", "com/acme/KindsOfMethods$Shape");

        assertThat(classes.weave("jdk.proxy2.$Proxy93", proxy)).isNull();
        assertThat(classes.counters.classesFailed()).isEqualTo(before + 1);
        assertThat(classes.problems)
                .anyMatch(line -> line.startsWith("proxy 'jdk.proxy2.$Proxy93' of 'com.acme.KindsOfMethods$Shape'")
                        && line.contains("method ids are taken"));
    }

    @Test
    void proxyThatTheJdkDidNotGenerate_causesNoLoading() {
        List<String> asked = new CopyOnWriteArrayList<>();
        ClassLoader loader = new ClassLoader(null) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                asked.add(name);
                return super.loadClass(name, resolve);
            }
        };
        ProtectionDomain domain = new ProtectionDomain(null, null, loader, null);
        WovenClasses classes = WovenClasses.including("com.acme");

        for (String name : List.of("org/other/$Proxy1", "org/other/$ProxyOfOrders")) {
            byte[] proxy = GeneratedClasses.proxy(name, "com/acme/Orders");
            assertThat(classes.weaver.transform(loader, name, null, domain, proxy))
                    .isNull();
        }
        byte[] named = GeneratedClasses.proxy("com/acme/$Proxy1", "com/acme/Orders");
        assertThat(classes.weaver.transform(loader, "com/acme/$Proxy1", null, domain, named))
                .isNotNull();

        assertThat(asked).isEmpty();
        assertThat(classes.counters.classesFailed()).isZero();
    }

    @Test
    void classesOfTheJdk_areLeftAlone() throws Exception {
        WovenClasses classes = WovenClasses.including("*");
        byte[] classFile = WovenClasses.renamedClassFile(ThrowingMethods.class);

        assertThat(classes.weaver.transform(null, "com/acme/ThrowingMethods", null, null, classFile))
                .isNull();
        assertThat(classes.weaver.transform(
                        ClassLoader.getPlatformClassLoader(), "com/acme/ThrowingMethods", null, null, classFile))
                .isNull();
        assertThat(classes.weaver.transform(classes, "jdk/internal/Some", null, null, classFile))
                .isNull();
        assertThat(classes.weaver.transform(classes, "com/acme/ThrowingMethods", null, null, classFile))
                .isNotNull();
    }

    @Test
    void warmUp_weavesItsSample() {
        assertThat(Weaver.warmUp()).isTrue();
    }

    private static Class<?>[] anonymous() throws ClassNotFoundException {
        return new Class<?>[] {Class.forName(KindsOfMethods.Shape.class.getName() + "$1")};
    }
}
