// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.jtracer.bootstrap.CallbackKinds;
import dev.jtracer.bootstrap.CallbackTracer;
import dev.jtracer.bootstrap.context.ContextTracer;
import dev.jtracer.bootstrap.context.LogTracer;
import dev.jtracer.bootstrap.context.RequestReader;
import dev.jtracer.bootstrap.lambda.WrapperMaker;
import dev.jtracer.bootstrap.lambda.Wrapping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The allowed imports of each package; its package-info states the same in words. */
class AgentArchitectureTest {
    private static final String ROOT = "dev.jtracer";
    private static final String BOOTSTRAP = ROOT + ".bootstrap";
    private static final String AGENT = ROOT + ".agent";
    private static final String[] JDK = {
        "java..", "javax.management..", "jdk.internal..", "sun.misc..", "org.jspecify.."
    };

    /** Read once, because it takes seconds. */
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT, BOOTSTRAP, AGENT);

    /** The bootstrap loader may define no other module: an application can run with java.base alone. */
    @Test
    void bootstrap_needsJavaBaseOnly() {
        classes()
                .that()
                .resideInAPackage(BOOTSTRAP + "..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        BOOTSTRAP + "..",
                        "java.io",
                        "java.lang",
                        "java.lang.invoke",
                        "java.lang.ref",
                        "java.net",
                        "java.nio",
                        "java.nio.file",
                        "java.util",
                        "java.util.concurrent",
                        "java.util.concurrent.atomic",
                        "java.util.function",
                        "jdk.internal.misc",
                        "jdk.internal.vm.annotation",
                        "org.jspecify.."))
                .check(CLASSES);
    }

    /** A class of the system loader that referred to one of the agent's would expose it to the application. */
    @Test
    void root_knowsTheAgentByNameOnly() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat(resideInAPackage(AGENT + "..").or(libraries()))
                .check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "config,",
        "thread,",
        "memory,         asm",
        "filter,         config",
        "weave.code,     asm",
        "weave.callback, filter weave.code asm",
        "weave.task,     config weave.code asm",
        "weave,          config filter weave.callback weave.code weave.task asm",
        "weave.context,  filter weave weave.code asm",
        "drain,          memory engine",
        "output,         config thread engine slf4j",
        "live,          engine",
        "control,        config thread live engine api",
        "session,        config control drain output thread live weave engine",
        "cli.command,    config engine",
        "cli.attach,     cli.command config control output engine attach",
        "cli.view,       httpserver",
        "cli.trace,      cli.command cli.view config output engine",
        "cli.top,        cli.command cli.attach config control thread live engine",
        "cli,            cli.command cli.attach cli.top cli.trace config control engine",
    })
    void agentPackage_importsNoMoreThan(String name, String allowed) {
        DescribedPredicate<JavaClass> mayImport = resideInAnyPackage(JDK).or(resideInAPackage(AGENT + "." + name));
        for (String other : (allowed == null ? "" : allowed).split(" ")) {
            mayImport = mayImport.or(resideInAnyPackage(
                    switch (other) {
                        case "asm" -> "net.bytebuddy.jar.asm..";
                        case "api" -> ROOT;
                        case "attach" -> "[com.sun.tools.attach|net.bytebuddy.agent]";
                        case "httpserver" -> "com.sun.net.httpserver";
                        case "slf4j" -> "org.slf4j..";
                        case "engine" -> ROOT + ".engine..";
                        default -> AGENT + "." + other;
                    }));
        }
        mayImport = switch (name) {
            case "weave" -> mayImport.or(type(CallbackKinds.class));
            case "weave.context" ->
                mayImport
                        .or(type(ContextTracer.class))
                        .or(type(LogTracer.class))
                        .or(type(RequestReader.class))
                        .or(type(RequestReader.Maker.class));
            // It generates the wrappers for the bootstrap section, which has no class file library.
            case "weave.callback" ->
                mayImport
                        .or(type(CallbackTracer.class))
                        .or(type(WrapperMaker.class))
                        .or(type(Wrapping.class));
            case "drain" -> mayImport.or(resideInAnyPackage(BOOTSTRAP, BOOTSTRAP + ".names"));
            case "session" -> mayImport.or(resideInAnyPackage(BOOTSTRAP, "jdk.jfr"));
            default -> mayImport;
        };
        classes()
                .that()
                .resideInAPackage(AGENT + "." + name)
                .should()
                .onlyDependOnClassesThat(mayImport)
                .check(CLASSES);
    }

    @Test
    void packages_formNoCycle() {
        slices().matching(AGENT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** The application chooses its LogManager and its MBean server after the agent has started. */
    @Test
    void agent_staysAwayFromTheJdksLogManagerAndMBeanServer() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.logging..")
                        .or(DescribedPredicate.describe(
                                "System.Logger", found -> found.getName().startsWith("java.lang.System$Logger"))))
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage(AGENT + ".control")
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.lang.management..", "javax.management.."))
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> libraries() {
        return resideInAnyPackage("net.bytebuddy..", "com.fasterxml..", "org.slf4j..", ROOT + ".engine..");
    }
}
