// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Among them catapult's four tests of {@code extension_registry}. */
class TypeRegistryTest {
    private final TypeRegistry<String> registry = new TypeRegistry<>("default");

    @Test
    void name_findsItsType() {
        registry.register(TypeKey.names("dummy-name"), "dummy");

        assertThat(registry.find("cat", "name")).isEqualTo("default");
        assertThat(registry.find("other", "dummy-name")).isEqualTo("dummy");
    }

    @Test
    void category_findsItsType() {
        registry.register(TypeKey.categoryParts("dummy"), "dummy");

        assertThat(registry.find("cat", "name")).isEqualTo("default");
        assertThat(registry.find("dummy", "any")).isEqualTo("dummy");
    }

    @Test
    void compoundCategory_isLookedUpByItsParts() {
        registry.register(TypeKey.categoryParts("dummy"), "dummy");

        assertThat(registry.find("dummy,something-else", "any")).isEqualTo("dummy");
        assertThat(registry.find("something-else, dummy", "any")).isEqualTo("dummy");
        assertThat(registry.find("dummy-not", "any")).isEqualTo("default");
    }

    @Test
    void unknown_isOfTheDefaultType() {
        assertThat(registry.find("", "")).isEqualTo("default");
    }

    @Test
    void firstPart_decidesAndCategoryBeforeName() {
        registry.register(TypeKey.categoryParts("a"), "A");
        registry.register(TypeKey.categoryParts("b"), "B");
        registry.register(TypeKey.names("n"), "N");

        assertThat(registry.find("b,a", "n")).isEqualTo("B");
        assertThat(registry.find("c", "n")).isEqualTo("N");
    }

    @Test
    void duplicate_isRefusedAsAWhole() {
        registry.register(new TypeKey(Set.of("n"), Set.of("c")), "first");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(new TypeKey(Set.of("n", "m"), Set.of()), "second"))
                .withMessage("name 'n' has a type already; register it once");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.register(new TypeKey(Set.of("m"), Set.of("c")), "second"))
                .withMessage("category 'c' has a type already; register it once");
        assertThat(registry.find("", "m")).isEqualTo("default");
    }

    @Test
    void key_ofNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TypeKey(Set.of(), Set.of()))
                .withMessageContaining("give it one of either");
    }
}
