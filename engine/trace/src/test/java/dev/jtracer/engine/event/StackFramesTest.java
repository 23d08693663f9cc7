// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackFramesTest {
    private final StackFrames frames = new StackFrames(100_000, 10_000_000);

    private static StackFrames.Frame frame(String name, String parent) {
        return new StackFrames.Frame(name, "", parent);
    }

    @Test
    void stack_goesFromTheInnermostFrameToTheOutermost() {
        frames.put("1", frame("outer", ""));
        frames.put("2", frame("inner", "1"));

        assertThat(frames.stack("2")).containsExactly(frame("inner", "1"), frame("outer", ""));
        assertThat(frames.stack("3")).isEmpty();
    }

    @Test
    void callersInACircle_orWithoutEnd_costNoMoreThanADeepStack() {
        frames.put("a", frame("a", "b"));
        frames.put("b", frame("b", "a"));
        for (int i = 0; i < 50_000; i++) {
            frames.put("chain" + i, frame("c", "chain" + (i - 1)));
        }

        assertThat(frames.stack("a")).hasSize(2048);
        assertThat(frames.stack("chain49999")).hasSize(2048);
        assertThat(frames.stack("chain9")).hasSize(10);
    }

    @Test
    void framesBeyondALimit_areRefused() {
        StackFrames few = new StackFrames(2, 10);

        assertThat(few.put("1", frame("12345678", ""))).isTrue();
        assertThat(few.put("2", frame("x", ""))).isFalse();
        assertThat(few.put("3", frame("", ""))).isTrue();
        assertThat(few.put("4", frame("", ""))).isFalse();

        List<String> ids = new ArrayList<>();
        few.forEach((id, frame) -> ids.add(id));
        assertThat(ids).containsExactlyInAnyOrder("1", "3");
    }
}
