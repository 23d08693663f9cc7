// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.web;

import dev.jtracer.engine.event.Args;
import java.util.List;
import java.util.Map;

/** The innermost frame of the stack at which an event happened. */
final class TopFrame {
    private TopFrame() {}

    /** The address of its script; empty when there is no stack. */
    static String url(Args data) {
        return data.asMap().get("stackTrace") instanceof List<?> frames
                        && !frames.isEmpty()
                        && frames.get(0) instanceof Map<?, ?> top
                        && top.get("url") instanceof String url
                ? url
                : "";
    }
}
