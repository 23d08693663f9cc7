// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ENGINE = "dev.jtracer.engine";

    /** Read once: JUnit makes an object of the test for each method. */
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ENGINE);

    @Test
    void engine_needsJacksonSlf4jAndTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ENGINE + "..",
                        "java..",
                        "jdk.jfr..",
                        "com.fasterxml.jackson.core..",
                        "org.slf4j..",
                        "org.jspecify..")
                .check(CLASSES);
    }

    /** The module is optional. */
    @Test
    void onlyTheReaderOfJfr_knowsJfr() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ENGINE + ".jfr..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jdk.jfr..")
                .check(CLASSES);
    }

    @Test
    void engine_staysAwayFromTheJdksLogManager() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.logging..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.System$Logger")
                .check(CLASSES);
    }

    /** Between modules the compiler checks the direction; this is stricter, and applies within them too. */
    @Test
    void packages_dependInOneDirection() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("event")
                .definedBy(ENGINE + ".event..", ENGINE + ".text..")
                .layer("prefetch")
                .definedBy(ENGINE + ".prefetch..")
                .layer("json")
                .definedBy(ENGINE + ".json..")
                .layer("pairing")
                .definedBy(ENGINE + ".pairing..")
                .layer("importer")
                .definedBy(ENGINE + ".importer..")
                .layer("formats")
                .definedBy(ENGINE + ".chrome..", ENGINE + ".collapsed..", ENGINE + ".jfr..")
                .layer("handler")
                .definedBy(ENGINE + ".handler..")
                .layer("diff")
                .definedBy(ENGINE + ".diff..")
                .layer("model")
                .definedBy(ENGINE + ".model..")
                .layer("exporter")
                .definedBy(ENGINE + ".exporter..")
                .layer("window")
                .definedBy(ENGINE + ".window..")
                .layer("jtr")
                .definedBy(ENGINE + ".jtr..")
                .layer("timeline")
                .definedBy(ENGINE + ".timeline..")
                .layer("report")
                .definedBy(ENGINE + ".report..")
                .layer("merge")
                .definedBy(ENGINE + ".merge..")
                .layer("entry point")
                .definedBy(ENGINE)
                .whereLayer("entry point")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("event")
                .mayNotAccessAnyLayer()
                .whereLayer("prefetch")
                .mayNotAccessAnyLayer()
                .whereLayer("json")
                .mayOnlyAccessLayers("event")
                .whereLayer("pairing")
                .mayOnlyAccessLayers("event")
                .whereLayer("importer")
                .mayOnlyAccessLayers("prefetch", "event", "json")
                .whereLayer("formats")
                .mayOnlyAccessLayers("prefetch", "event", "json", "pairing", "importer")
                .whereLayer("handler")
                .mayOnlyAccessLayers("event", "json", "pairing")
                .whereLayer("diff")
                .mayOnlyAccessLayers("event", "json", "pairing", "handler", "model")
                .whereLayer("model")
                .mayOnlyAccessLayers("event", "json", "pairing", "handler")
                .whereLayer("exporter")
                .mayOnlyAccessLayers("event", "json", "pairing", "handler", "model", "formats")
                .whereLayer("window")
                .mayOnlyAccessLayers("event", "pairing", "formats", "exporter")
                .whereLayer("jtr")
                .mayOnlyAccessLayers("prefetch", "event", "pairing", "importer", "formats", "exporter", "window")
                .whereLayer("timeline")
                .mayOnlyAccessLayers("event", "pairing", "handler", "model")
                .whereLayer("report")
                .mayOnlyAccessLayers("event", "json", "pairing", "handler", "model", "timeline")
                .whereLayer("merge")
                .mayOnlyAccessLayers("event", "json", "pairing", "handler", "diff", "report")
                .check(CLASSES);
    }

    @Test
    void packages_haveNoCircles() {
        slices().matching(ENGINE + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void readerAndWriter_knowNothingOfEachOther() {
        slices().matching(ENGINE + ".chrome.(*)")
                .should()
                .notDependOnEachOther()
                .check(CLASSES);
    }

    /** The contracts of handlers, importers and exporters are below everything that implements them. */
    @Test
    void contracts_knowNothingOfWhatIsBuiltOnThem() {
        for (String contract : List.of("handler", "importer", "exporter")) {
            noClasses()
                    .that()
                    .resideInAPackage(ENGINE + '.' + contract)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(ENGINE + '.' + contract + ".*")
                    .check(CLASSES);
        }
    }

    /**
     * Handlers build on the calls, the flows and the facts about a trace; the paths of requests on requests, which
     * count durations as totals do, and on the waits that totals match; on no others.
     */
    @Test
    void handlers_buildOnCallsFlowsAndFacts() {
        String handler = ENGINE + ".handler.";
        slices().matching(handler + "(*)")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(resideInAPackage(handler + "*"), resideInAPackage(handler + "meta"))
                .ignoreDependency(resideInAPackage(handler + "flow"), resideInAPackage(handler + "call"))
                .ignoreDependency(resideInAPackage(handler + "warning"), resideInAPackage(handler + "flow"))
                .ignoreDependency(resideInAPackage(handler + "path"), resideInAPackage(handler + "request"))
                .ignoreDependency(resideInAPackage(handler + "path"), resideInAPackage(handler + "totals"))
                .ignoreDependency(resideInAPackage(handler + "request"), resideInAPackage(handler + "totals"))
                .check(CLASSES);
    }

    /** Formats share the prepared trace, and the table of formats imports them all. */
    @Test
    void formats_knowNothingOfEachOther() {
        String exporter = ENGINE + ".exporter.";
        slices().matching(exporter + "(*)")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(resideInAPackage(exporter + "*"), resideInAPackage(exporter + "trace"))
                .ignoreDependency(resideInAPackage(exporter + "format"), resideInAPackage(exporter + "*"))
                .check(CLASSES);
    }

    @Test
    void onlyReadersOfJson_knowJackson() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ENGINE + ".chrome.read..", ENGINE + ".json..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml..")
                .check(CLASSES);
    }
}
