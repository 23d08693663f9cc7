// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static dev.jtracer.it.harness.TraceAssert.assertRunsHavePasses;
import static dev.jtracer.it.harness.TraceAssert.assertSameBehaviour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.KindsOfCallbacks;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.OtherLibraries;
import dev.jtracer.it.harness.StrictTrace;
import dev.jtracer.it.harness.StrictTrace.Run;
import dev.jtracer.it.neighbour.ContextAcrossThreads;
import dev.jtracer.it.neighbour.HidingLoaders;
import dev.jtracer.it.neighbour.MockedCallbacks;
import dev.jtracer.it.neighbour.OsgiLauncher;
import dev.jtracer.it.neighbour.Retransformed;
import dev.jtracer.it.neighbour.bundle.client.ClientActivator;
import dev.jtracer.it.neighbour.bundle.shop.internal.ShopActivator;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import net.bytebuddy.ByteBuddy;
import org.apache.felix.framework.FrameworkFactory;
import org.jacoco.core.tools.ExecFileLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;
import org.objenesis.Objenesis;

/**
 * Programs behave the same with {@code callbacks=all} beside frameworks that load and change classes in their own
 * ways.
 */
class NeighboursIT {
    private static final String KINDS = "dev.jtracer.it.app.KindsOfCallbacks";
    private static final String OF_KINDS = "callbacks=all,include=" + KINDS;
    private static final String OSGI = "org.osgi.framework";
    private static final String SHOP = "dev.jtracer.it.neighbour.bundle.shop";

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void bundles_handCallbacksToEachOther() throws IOException {
        Path bundles = jvms.newDirectory("bundles");
        Path shop = bundle(bundles, "shop", ShopActivator.class, OSGI, SHOP);
        Path client = bundle(bundles, "client", ClientActivator.class, OSGI + "," + SHOP, "");

        StrictTrace trace = runAsUntraced(jvms.app(OsgiLauncher.class, shop.toString(), client.toString())
                        .onClassPath(FrameworkFactory.class)
                        .jvm("-Xverify:all")
                        .agent("callbacks=all,include=dev.jtracer.it.neighbour.bundle"))
                .trace();

        assertRunsHavePasses(trace);
        String shopOfTheCall = SHOP + ".Shop";
        assertThat(trace.runsOf(shopOfTheCall + ".order[0]")).hasSize(2);
        assertThat(trace.runsOf(shopOfTheCall + ".onDelivery[0]")).hasSize(2).allSatisfy(run -> assertThat(run.thread())
                .isEqualTo("delivery"));
        assertThat(trace.passesOf(shopOfTheCall + ".ignoreDelivery[0]")).hasSize(1);
    }

    /** The bundles' own loaders find no class that is not imported: neither the tests' classes nor the recorder. */
    private static Path bundle(Path directory, String name, Class<?> activator, String imports, String exports)
            throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", name);
        headers.putValue("Bundle-Activator", activator.getName());
        headers.putValue("Import-Package", imports);
        if (!exports.isEmpty()) {
            headers.putValue("Export-Package", exports);
        }
        Path classes = classesOf(activator);
        Path jar = directory.resolve(name + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes.resolve("dev/jtracer/it/neighbour/bundle/" + name))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
        return jar;
    }

    private static Path classesOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void modules_keepTheirPackagesToThemselves() throws IOException {
        Path modules = jvms.newDirectory("modules");
        compile(Path.of("src", "test", "resources", "modules"), modules);

        StrictTrace trace = runAsUntraced(jvms.module(modules, "com.acme.app/com.acme.app.Main")
                        .jvm("-Xverify:all")
                        .agent("callbacks=all,include=com.acme"))
                .trace();

        assertRunsHavePasses(trace);
        assertThat(trace.runsOf("com.acme.pool.internal.Worker.call[0]")).hasSize(3);
        // A private nested interface in a package that is not exported.
        assertThat(trace.runsOf("com.acme.app.internal.Orders.word[0]")).hasSize(1);
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--release", "17", "-d", classes.toString()));
        arguments.addAll(List.of("--module-source-path", sources.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0]));
        assertThat(failed).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"child first", "below one that hides", "without a parent"})
    void loaderThatHidesTheTracer_runsTheProgram(String kind) {
        assertKindsAreLinked(jvms.app(HidingLoaders.class, kind, KINDS));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void jacoco_measuresTheSameCoverage(boolean before) throws IOException {
        Path coverage = jvms.newDirectory("coverage");
        Path traced = coverage.resolve("traced.exec");
        Path untraced = coverage.resolve("untraced.exec");
        String agent = "-javaagent:" + OtherLibraries.jar("org.jacoco.agent-") + "=destfile=";

        JvmResult result = assertKindsAreLinked(
                with(jvms.app(KindsOfCallbacks.class), agent + traced, before),
                jvms.app(KindsOfCallbacks.class).jvm(agent + untraced));

        assertThat(result.exitCode()).isZero();
        assertThat(probes(untraced)).containsKey(KINDS.replace('.', '/'));
        assertThat(probes(traced)).containsAllEntriesOf(probes(untraced));
    }

    /**
     * Returns the probes that were hit, by class. JaCoCo identifies a class by its bytes, so it must receive the
     * compiler's.
     */
    private static Map<String, String> probes(Path file) throws IOException {
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(file.toFile());
        Map<String, String> probes = new TreeMap<>();
        loader.getExecutionDataStore().getContents().stream()
                .filter(data -> data.getName().startsWith("dev/jtracer/it/"))
                .forEach(data -> {
                    StringBuilder hit = new StringBuilder(Long.toHexString(data.getId())).append(' ');
                    for (boolean probe : data.getProbes()) {
                        hit.append(probe ? '1' : '0');
                    }
                    probes.put(data.getName(), hit.toString());
                });
        return probes;
    }

    @Test
    void contextOfOpenTelemetry_followsCallbacks() throws IOException {
        // Without the tracer, its place before or after the other agent makes no difference.
        JvmResult untraced = withOpenTelemetry(true).runUntraced();
        for (boolean before : new boolean[] {true, false}) {
            JvmResult traced = withOpenTelemetry(before).run();

            assertSameBehaviour(traced, untraced);
            assertThat(traced.stdout()).contains("submit 7\n").contains("future 77\n");
            StrictTrace trace = traced.trace();
            assertRunsHavePasses(trace);
            assertThat(trace.runsOf("java.util.concurrent.ScheduledExecutorService.submit[0]"))
                    .as("OpenTelemetry first: %s", before)
                    .hasSize(3)
                    .extracting(Run::ambiguous)
                    .containsOnly(false);
        }
    }

    private JvmCommand withOpenTelemetry(boolean before) throws IOException {
        JvmCommand app = jvms.app(ContextAcrossThreads.class)
                .onClassPath(OpenTelemetry.class, Context.class, ComponentLoader.class)
                .jvm("-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none")
                .jvm("-Dotel.javaagent.logging=none", "-Xverify:all")
                .quick()
                .agent("callbacks=all,include=dev.jtracer.it.neighbour");
        return with(app, "-javaagent:" + OtherLibraries.jar("opentelemetry-javaagent-"), before);
    }

    @Test
    void mocks_areCallbacksAndTakeThem() throws ClassNotFoundException {
        StrictTrace trace = runAsUntraced(jvms.app(MockedCallbacks.class)
                        .onClassPath(Mockito.class, ByteBuddy.class, Objenesis.class)
                        // By name: its annotations are not on the compiler's class path.
                        .onClassPath(Class.forName("net.bytebuddy.agent.ByteBuddyAgent"))
                        .jvm("-Xverify:all", "-XX:+EnableDynamicAgentLoading")
                        .quick()
                        .agent("callbacks=all,include=dev.jtracer.it.neighbour"))
                .trace();

        assertRunsHavePasses(trace);
        // The two method references; the mock of the same interface is not a class of the application.
        assertThat(trace.runsOf("dev.jtracer.it.neighbour.MockedCallbacks.greet[0]"))
                .hasSize(2);
        // The spied object.
        assertThat(trace.runsOf("dev.jtracer.it.neighbour.MockedCallbacks.apply[0]"))
                .hasSize(1);
    }

    @Test
    void classThatAnotherAgentRetransforms_keepsItsCallbacks() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Retransformed.class.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path agent = jvms.newDirectory("agent").resolve("agent.jar");
        new JarOutputStream(Files.newOutputStream(agent), manifest).close();

        StrictTrace trace = runAsUntraced(jvms.app(Retransformed.class)
                        .jvmAfterAgent("-javaagent:" + agent)
                        .agent("include=" + Retransformed.class.getName()))
                .trace();

        assertThat(trace.runsOf(Retransformed.class.getName() + ".apply[0]")).hasSize(9);
        // The body is the callback's run, not a call within it.
        assertThat(trace.counts().keySet()).noneMatch(name -> name.contains("lambda$sum"));
    }

    private static JvmCommand with(JvmCommand app, String otherAgent, boolean before) {
        return before ? app.jvm(otherAgent) : app.jvmAfterAgent(otherAgent);
    }

    private static JvmResult runAsUntraced(JvmCommand command) {
        JvmResult traced = command.run();
        assertSameBehaviour(traced, command.runUntraced());
        return traced;
    }

    private static void assertKindsAreLinked(JvmCommand app) {
        assertKindsAreLinked(app, app);
    }

    private static JvmResult assertKindsAreLinked(JvmCommand app, JvmCommand untraced) {
        JvmResult traced = app.jvm("-Xverify:all").agent(OF_KINDS).run();

        assertSameBehaviour(traced, untraced.runUntraced());
        StrictTrace trace = traced.trace();
        assertRunsHavePasses(trace);
        assertThat(trace.runsOf(KINDS + ".apply[0]")).hasSize(2_000);
        assertThat(trace.runsOf("java.lang.Thread.start[this]")).hasSize(1);
        return traced;
    }
}
