// SPDX-License-Identifier: Apache-2.0
package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jtracer.junit.MaxSql;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrdersTest {
    @Test
    @MaxSql(0)
    void total_isTheSum() {
        assertEquals(6, new Orders().total(List.of(1, 2, 3)));
    }
}
