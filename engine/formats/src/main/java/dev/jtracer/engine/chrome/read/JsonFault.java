// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.chrome.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Descriptions of faults in JSON text, in words for the user instead of the parser's. */
final class JsonFault {
    private static final Pattern CHARACTER = Pattern.compile("character \\('(.)' \\(code", Pattern.DOTALL);
    private static final Pattern CONTROL = Pattern.compile("CTRL-CHAR, code (\\d+)");
    private static final Pattern TEXT = Pattern.compile("Unrecognized token '([^']*)'");
    private static final Pattern BRACKET = Pattern.compile("close marker '(.)'");
    private static final Pattern LIMIT_OF_PARSER = Pattern.compile(", from `[^`]*`");

    private JsonFault() {}

    /** Returns the description of a fault, in lower case. */
    static String describe(JsonProcessingException fault) {
        String message = String.valueOf(fault.getOriginalMessage());
        if (fault instanceof StreamConstraintsException) {
            String limit = LIMIT_OF_PARSER.matcher(message).replaceAll("");
            return Character.toLowerCase(limit.charAt(0)) + limit.substring(1);
        }
        Matcher control = CONTROL.matcher(message);
        if (control.find()) {
            return "unexpected control character " + control.group(1);
        }
        Matcher character = CHARACTER.matcher(message);
        if (character.find()) {
            return "unexpected character '" + character.group(1) + "'";
        }
        Matcher text = TEXT.matcher(message);
        if (text.find()) {
            return "unexpected text '" + text.group(1) + "'";
        }
        Matcher bracket = BRACKET.matcher(message);
        if (bracket.find()) {
            return "unexpected '" + bracket.group(1) + "'";
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
