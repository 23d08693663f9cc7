// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.TextEvents;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallFrameTest {
    private static final String FRAME = "{\"functionName\":\"f\",\"url\":\"a.js\",\"lineNumber\":7,\"columnNumber\":3}";

    private static TraceEvent event(String name, String members) {
        return TextEvents.of("X 1 1 " + name + " \"dur\":1," + members).get(0);
    }

    @Test
    void stack_isFoundInEachOfItsPlaces() {
        List<CallFrame> expected = List.of(new CallFrame("f", "a.js", 7, 3));

        assertThat(CallFrame.stackOf(event("Task", "\"args\":{\"data\":{\"stackTrace\":[" + FRAME + "]}}")))
                .isEqualTo(expected);
        assertThat(CallFrame.stackOf(event("Task", "\"args\":{\"stackTrace\":[" + FRAME + "]}")))
                .isEqualTo(expected);
        assertThat(CallFrame.stackOf(event("Task", "\"args\":{\"beginData\":{\"stackTrace\":[" + FRAME + "]}}")))
                .isEqualTo(expected);
        assertThat(CallFrame.stackOf(event("Task", "\"args\":{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ScheduleStyleRecalculation", "InvalidateLayout", "FunctionCall", "Layout", "UpdateLayoutTree"})
    void stacksCountedFromOne_areCountedFromZero(String name) {
        assertThat(CallFrame.stackOf(event(name, "\"args\":{\"data\":{\"stackTrace\":[" + FRAME + "]}}")))
                .containsExactly(new CallFrame("f", "a.js", 6, 2));
    }

    @Test
    void stacksOfUserTimings_areCountedFromZero() {
        assertThat(CallFrame.stackOf(event(
                        "mark", "\"cat\":\"blink.user_timing\",\"args\":{\"data\":{\"stackTrace\":[" + FRAME + "]}}")))
                .containsExactly(new CallFrame("f", "a.js", 6, 2));
    }

    @Test
    void functionCall_isItselfAFrame() {
        assertThat(CallFrame.stackOf(event("FunctionCall", "\"args\":{\"data\":" + FRAME + "}")))
                .containsExactly(new CallFrame("f", "a.js", 6, 2));
        assertThat(CallFrame.stackOf(event("Task", "\"args\":{\"data\":" + FRAME + "}")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FunctionCall", "EvaluateScript", "v8.compile", "v8.produceCache"})
    void positionsCountedFromOne_areCountedFromZero(String name) {
        assertThat(CallFrame.positionOf(event(name, "\"args\":{\"data\":" + FRAME + "}")))
                .contains(new CallFrame("f", "a.js", 6, 2));
    }

    @Test
    void otherPositions_stayAsTheyAre() {
        assertThat(CallFrame.positionOf(event("Other", "\"args\":{\"data\":" + FRAME + "}")))
                .contains(new CallFrame("f", "a.js", 7, 3));
        assertThat(CallFrame.positionOf(event("Other", "\"args\":{\"data\":{\"n\":1}}")))
                .isEmpty();
        assertThat(CallFrame.positionOf(event("Other", "\"args\":{}"))).isEmpty();
    }

    @Test
    void whatAFrameDoesNotSay_isUnknown() {
        assertThat(CallFrame.stackOf(event("Layout", "\"args\":{\"stackTrace\":[{},{\"lineNumber\":0},3,null]}")))
                .containsExactly(
                        new CallFrame("", "", CallFrame.UNKNOWN, CallFrame.UNKNOWN),
                        new CallFrame("", "", CallFrame.UNKNOWN, CallFrame.UNKNOWN));
    }
}
