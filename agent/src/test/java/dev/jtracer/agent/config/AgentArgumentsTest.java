// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentArgumentsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            a=b                             | a=b
            a=b , c=d                       | a=b;c=d
            ,a=b,,                          | a=b
            output='/tmp/a, b.json'         | output=/tmp/a, b.json
            output="/tmp/it's a, b.json",c=d | output=/tmp/it's a, b.json;c=d
            output='a',c='d,e' , f=g        | output=a;c=d,e;f=g
            output=''                       | output=
            output=it's                     | output=it's
            a,b='c'                         | a;b=c
            output=/tmp/a b.json            | output=/tmp/a b.json
            """)
    void values_areSeparatedByCommasOutsideOfQuotes(String text, String parts) throws OptionException {
        assertThat(AgentArguments.split(text)).containsExactly(parts.split(";"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"output='a", "output='a'b", "x=y,output=\"a,b=c"})
    void quoteThatDoesNotEnd_isNamed(String text) {
        assertThatThrownBy(() -> AgentArguments.split(text)).hasMessageContaining("the quoted value of 'output='");
    }

    @Test
    void fileNameWithComma_isQuotedWhenWordsAreJoined() {
        assertThat(AgentArguments.join(List.of("include=a", "output=/tmp/a,b.json")))
                .isEqualTo("include=a,output='/tmp/a,b.json'");
        assertThat(AgentArguments.join(List.of("output=it's,b.json"))).isEqualTo("output=\"it's,b.json\"");
        assertThat(AgentArguments.join(List.of("output='a,b'"))).isEqualTo("output='a,b'");
    }

    @Test
    void optionsInOneWord_staySeveral() {
        assertThat(AgentArguments.join(List.of("output=a.json,start=off", "include=a,exclude=b")))
                .isEqualTo("output=a.json,start=off,include=a,exclude=b");
        assertThat(AgentArguments.join(List.of("include=a,b"))).isEqualTo("include=a,b");
    }
}
