// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.jtracer.engine.handler.EventHandler;
import dev.jtracer.engine.handler.density.DensityHandler;
import dev.jtracer.engine.handler.timing.AsyncPairsHandler;
import dev.jtracer.engine.handler.window.LongestCallsHandler;
import dev.jtracer.engine.handler.window.WindowsHandler;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AllHandlersTest {
    /**
     * Handlers that would keep every event of a recording, are given their windows, or serve the page of a report
     * alone.
     */
    private static final Set<String> NOT_BY_DEFAULT = Set.of(
            AsyncPairsHandler.class.getName(),
            WindowsHandler.class.getName(),
            LongestCallsHandler.class.getName(),
            DensityHandler.class.getName());

    @Test
    void suppliers_makeEveryHandlerOfTheEngine() {
        Set<String> handlers = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.jtracer.engine.handler")
                        .stream()
                        .filter(type -> type.isAssignableTo(EventHandler.class))
                        .filter(type ->
                                !type.isInterface() && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                        .map(JavaClass::getName)
                        .filter(name -> !NOT_BY_DEFAULT.contains(name))
                        .collect(Collectors.toSet());

        List<String> made = HandlerSet.ALL.stream()
                .map(supplier -> supplier.get().getClass().getName())
                .toList();

        assertThat(made).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(handlers);
    }

    @Test
    void suppliers_makeANewHandlerEachTime() {
        HandlerSet.ALL.forEach(supplier -> assertThat(supplier.get()).isNotSameAs(supplier.get()));
    }
}
