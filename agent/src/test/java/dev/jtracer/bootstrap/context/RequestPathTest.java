// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.context;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestPathTest {
    @ParameterizedTest
    @CsvSource({
        "/,/",
        "/orders,/orders",
        "/orders/,/orders/",
        "/orders/42,/orders/{id}",
        "/orders/42/items/7,/orders/{id}/items/{id}",
        "/api/v1/orders,/api/v1/orders",
        "/users/a@example.com,/users/{id}",
        "/files/a%20b,/files/{id}",
        "/orders/123e4567-e89b-12d3-a456-426614174000/x,/orders/{id}/x",
        "/list;jsessionid=4711,/list",
        "/a/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz,/a/{id}",
    })
    void values_areReplaced(String path, String route) {
        assertThat(RequestPath.route(path)).isEqualTo(route);
    }

    @ParameterizedTest
    @CsvSource({
        "/,/",
        "/orders?id=secret,/orders",
        "/orders?back=http://host/path,/orders",
        "/orders#part?x,/orders",
        "*,*",
        "http://host:8080/orders?id=secret,/orders",
        "http://host,/",
        "http://host?back=/orders,/",
        "host:443,",
        "host?http://host/orders,",
        "'',",
    })
    void target_hasAPathWithoutQueryAndHost(String target, @Nullable String path) {
        assertThat(RequestPath.ofTarget(target)).isEqualTo(path);
    }

    @Test
    void length_isBounded() {
        assertThat(RequestPath.route("/a".repeat(10_000))).hasSizeLessThan(250).endsWith("…");
    }
}
