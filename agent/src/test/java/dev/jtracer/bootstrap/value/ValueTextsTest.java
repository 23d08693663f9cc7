// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.bootstrap.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.bootstrap.LossCounter;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ValueTextsTest {
    private final List<String> texts = new ArrayList<>();

    @BeforeEach
    void connect() {
        ValueTexts.namer(text -> {
            texts.add(text);
            return texts.size();
        });
    }

    @AfterEach
    void disconnect() {
        ValueTexts.namer(null);
    }

    @Test
    void equalTexts_haveOneId() {
        int id = ValueTexts.of("count=1");

        assertThat(ValueTexts.of("count=1")).isEqualTo(id).isPositive();
        assertThat(texts).containsExactly("count=1");
    }

    @Test
    void textsOfUnnamedParameters_areMasked() {
        ValueText text = new ValueText();

        ValueTracer.addUnnamed(text, "secret", "arg0=");
        ValueTracer.addUnnamed(text, CharBuffer.wrap("secret"), "arg1=");
        ValueTracer.addUnnamed(text, 7, "arg2=");
        ValueTracer.addUnnamed(text, null, "arg3=");

        assertThat(text.end()).isEqualTo("arg0=***, arg1=***, arg2=7, arg3=null");
    }

    @Test
    void textsBeyondTheBound_areCountedAndHaveNoId() {
        long before = LossCounter.TEXTS_DROPPED.count();

        for (int i = 0; i < ValueTexts.MOST + 5; i++) {
            ValueTexts.of("count=" + i);
        }

        assertThat(texts).hasSize(ValueTexts.MOST);
        assertThat(ValueTexts.of("one more")).isZero();
        assertThat(LossCounter.TEXTS_DROPPED.count() - before).isEqualTo(6);
    }

    @Test
    void longTextsBeyondTheBound_areCountedAndHaveNoId() {
        long before = LossCounter.TEXTS_DROPPED.count();

        for (int i = 0; i < ValueTexts.MOST; i++) {
            ValueTexts.of(i + "x".repeat(1_000));
        }

        long characters = texts.stream().mapToLong(String::length).sum();
        assertThat(characters).isBetween(1_990_000L, 2_000_000L);
        assertThat(LossCounter.TEXTS_DROPPED.count() - before).isEqualTo(ValueTexts.MOST - texts.size());
        assertThat(ValueTexts.of("short")).isPositive();
    }

    @Test
    void text_isBoundedWithoutSplittingASurrogatePair() {
        ValueText text = new ValueText();
        for (int i = 0; i < 100; i++) {
            text.add("a=", "x".repeat(199) + "\ud83d\ude00");
        }

        assertThat(text.end().length()).isBetween(1_000, 1_300);
        assertThat(text.end()).contains("x…\"").doesNotContain("\ud83d");
    }
}
