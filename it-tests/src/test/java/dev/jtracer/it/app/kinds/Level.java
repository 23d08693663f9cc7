// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.kinds;

/** An enum whose constants have bodies. */
enum Level {
    LOW {
        @Override
        Level next() {
            return valueOf("HIGH");
        }
    },
    HIGH {
        @Override
        Level next() {
            return valueOf("LOW");
        }
    };

    abstract Level next();
}
