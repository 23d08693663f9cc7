// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.weave.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "userPassword",
                "PASSWD",
                "api_key",
                "apiKey",
                "authorization",
                "authHeader",
                "cookie",
                "setCookies",
                "sessionId",
                "JSESSIONID",
                "ssn",
                "userSSN",
                "card",
                "cardNumber",
                "card_no",
                "creditcard",
                "cvv",
                "cvv2",
                "CVC",
                "pin",
                "newPin",
                "PINCode",
                "pin_1",
                "jwt",
                "idJwt",
                "privateKey",
                "private_key",
                "PRIVATE-KEY",
                "encryptionKey",
                "connectionString",
                "jdbcUrl",
                "iban",
                "accountNumber",
                "otp",
                "dateOfBirth",
                "dob",
                "passport",
                "bearer",
                "csrf"
            })
    void secrets_areTold(String name) {
        assertThat(SecretNames.contain(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spinner",
                "spinCount",
                "opinion",
                "shipping",
                "discard",
                "cardinality",
                "wildcard",
                "key",
                "keyboard",
                "author",
                "panel",
                "total",
                "account",
                "birth",
                "optional",
                "stop",
                "classname",
                ""
            })
    void otherWords_areShown(String name) {
        assertThat(SecretNames.contain(name)).isFalse();
    }
}
