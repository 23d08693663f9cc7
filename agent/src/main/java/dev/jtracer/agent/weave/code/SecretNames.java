// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import java.util.Locale;

/** The names of parameters and methods whose values are never shown. */
public final class SecretNames {
    private static final String[] PARTS = {
        "password",
        "passwd",
        "passphrase",
        "pwd",
        "secret",
        "token",
        "credential",
        "apikey",
        "api_key",
        "authorization",
    };

    private SecretNames() {}

    /** Returns whether a name is that of a secret. */
    public static boolean contain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (String part : PARTS) {
            if (lower.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
