// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String ENGINE = "dev.jtracer.engine";

    private final JavaClasses engine = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ENGINE);

    @Test
    void engine_needsJacksonSlf4jAndTheJdkOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ENGINE + "..", "java..", "com.fasterxml.jackson.core..", "org.slf4j..", "org.jspecify..")
                .check(engine);
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
                .check(engine);
    }

    @Test
    void packages_dependInOneDirection() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("event")
                .definedBy(ENGINE + ".event..")
                .layer("pairing")
                .definedBy(ENGINE + ".pairing..")
                .layer("chrome")
                .definedBy(ENGINE + ".chrome..")
                .layer("handler")
                .definedBy(ENGINE + ".handler..")
                .layer("model")
                .definedBy(ENGINE + ".model..")
                .whereLayer("model")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("chrome")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("handler")
                .mayOnlyBeAccessedByLayers("model")
                .whereLayer("pairing")
                .mayOnlyBeAccessedByLayers("chrome", "handler")
                .check(engine);
    }

    @Test
    void onlyTheChromePackage_knowsJackson() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ENGINE + ".chrome..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml..")
                .check(engine);
    }
}
