// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jtracer.engine.event.ImportProblem;
import dev.jtracer.engine.event.StackFrames;
import java.io.IOException;

/** A parser of the {@code stackFrames} of a trace: an object with a frame for each id. */
record StackFramesParser(JsonParser parser, EventAssembler problems) {
    /** Reads the value at the parser's position. */
    void read() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            problems.count(ImportProblem.BAD_STACK_FRAME, "section 'stackFrames'");
            parser.skipChildren();
            return;
        }
        boolean fits = true;
        for (String id = parser.nextFieldName(); id != null; id = parser.nextFieldName()) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                fits &= problems.stackFrames().put(id, frame());
            } else {
                problems.count(ImportProblem.BAD_STACK_FRAME, "frame '" + id + "'");
                parser.skipChildren();
            }
        }
        if (!fits) {
            problems.count(ImportProblem.SECTION_TOO_LARGE, "section 'stackFrames'");
        }
    }

    private StackFrames.Frame frame() throws IOException {
        String name = "";
        String category = "";
        String parent = "";
        for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            parser.nextToken();
            switch (field) {
                case "name" -> name = parser.getValueAsString("");
                case "category" -> category = parser.getValueAsString("");
                case "parent" -> parent = parser.getValueAsString("");
                default -> {}
            }
            parser.skipChildren();
        }
        return new StackFrames.Frame(name, category, parent);
    }
}
