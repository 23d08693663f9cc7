// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Descriptions of faults in JSON text, in words for the user instead of the parser's. */
final class JsonFault {
    private static final Pattern LIMIT_OF_PARSER = Pattern.compile(", from `[^`]*`");
    /** The parser's messages, and the user's text for each. */
    private static final List<Map.Entry<Pattern, String>> DESCRIPTIONS = List.of(
            Map.entry(Pattern.compile("CTRL-CHAR, code (\\d+)"), "unexpected control character %s"),
            Map.entry(Pattern.compile("character \\('(.)' \\(code", Pattern.DOTALL), "unexpected character '%s'"),
            Map.entry(Pattern.compile("Unrecognized token '([^']*)'"), "unexpected text '%s'"),
            Map.entry(Pattern.compile("close marker '(.)'"), "unexpected '%s'"));

    private JsonFault() {}

    /** Returns the description of a fault, in lower case. */
    static String describe(JsonProcessingException fault) {
        String message = String.valueOf(fault.getOriginalMessage());
        if (fault instanceof StreamConstraintsException) {
            String limit = LIMIT_OF_PARSER.matcher(message).replaceAll("");
            return Character.toLowerCase(limit.charAt(0)) + limit.substring(1);
        }
        for (Map.Entry<Pattern, String> description : DESCRIPTIONS) {
            Matcher matcher = description.getKey().matcher(message);
            if (matcher.find()) {
                return description.getValue().formatted(matcher.group(1));
            }
        }
        if (message.contains("escape")) {
            return "an unknown escape in a text";
        }
        if (message.contains("numeric") || message.contains("number") || message.contains("digit")) {
            return "a number that is none";
        }
        return message.contains("end-of-input") ? "the text ends in the middle" : "no valid JSON";
    }
}
