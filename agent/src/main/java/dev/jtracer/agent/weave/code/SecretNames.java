// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names of parameters and methods whose values are never shown: what OWASP's Logging Cheat Sheet excludes from
 * logs, as far as a name tells it.
 */
public final class SecretNames {
    /** Parts of a name without its separators. */
    private static final List<String> PARTS =
            parts("password passwd passphrase passcode pwd secret token credential cookie session"
                    + " authorization apikey accesskey privatekey encryptionkey masterkey signingkey connectionstring jdbcurl creditcard"
                    + " debitcard cardnumber securitycode accountnumber socialsecurity passport birthdate dateofbirth");

    /** Whole words of a name, since {@code spinner} contains {@code pin}. */
    private static final Set<String> WORDS =
            Set.copyOf(parts("pin ssn card cvv cvc pan iban otp jwt auth bearer csrf xsrf dob dsn"));

    private static final Pattern BETWEEN_WORDS =
            Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private SecretNames() {}

    public static boolean contain(String name) {
        List<String> words = List.of(BETWEEN_WORDS.split(name));
        String joined = String.join("", words).toLowerCase(Locale.ROOT);
        return PARTS.stream().anyMatch(joined::contains)
                || words.stream().map(word -> word.toLowerCase(Locale.ROOT)).anyMatch(SecretNames::isSecret);
    }

    private static boolean isSecret(String word) {
        return WORDS.contains(word) || word.endsWith("s") && WORDS.contains(word.substring(0, word.length() - 1));
    }

    private static List<String> parts(String parts) {
        return List.of(parts.split(" "));
    }
}
