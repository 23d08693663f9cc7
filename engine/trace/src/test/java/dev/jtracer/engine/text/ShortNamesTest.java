// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ShortNamesTest {
    private static final Pattern METHOD =
            Pattern.compile("((?:[a-z_][\\w$]*\\.)+)([\\w$]+\\.(?:<init>|<clinit>|[\\w$]+)(?:\\[\\d+])?)");

    @Test
    void shortNames_areThoseOfOneMethod() {
        List<String> names =
                List.of("com.acme.Shop.main", "com.acme.a.Cart.add", "com.acme.b.Cart.add", "GET /cart.jsp");

        assertThat(names.stream().map(new ShortNames(names)))
                .containsExactly("Shop.main", "com.acme.a.Cart.add", "com.acme.b.Cart.add", "GET /cart.jsp");
    }

    @Test
    void shortNames_areNotThoseOfAMethodInNoPackage() {
        List<String> names = List.of("Main.run", "com.acme.Main.run");

        assertThat(names.stream().map(new ShortNames(names))).containsExactlyElementsOf(names);
    }

    @Test
    void names_areRecognizedAsByAPattern() {
        String[] parts = {
            "com", "_a1", "Cart", "1", "$", "", ".", ".", ".", "<init>", "<clinit>", "[", "12", "]", " ", "ä"
        };
        Random random = new Random(1);
        int methods = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder name = new StringBuilder(random.nextBoolean() ? "com.acme." : "");
            for (int part = random.nextInt(8); part >= 0; part--) {
                name.append(parts[random.nextInt(parts.length)]);
            }
            Matcher method = METHOD.matcher(name);
            boolean matches = method.matches();
            methods += matches ? 1 : 0;
            assertThat(ShortNames.packageOf(name.toString()))
                    .as(name.toString())
                    .isEqualTo(matches ? name.substring(0, method.end(1) - 1) : "");
        }
        assertThat(methods).isGreaterThan(1_000);
    }
}
