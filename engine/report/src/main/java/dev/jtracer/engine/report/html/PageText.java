// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.report.html;

import dev.jtracer.engine.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The text of a page: the template with its style, its script and the data. The page's policy allows this one script
 * and this one style, by their hashes, and no request at all. The data is JSON that no browser executes.
 */
final class PageText {
    /** Parts of the script, each before those that use it. */
    private static final List<String> SCRIPTS = List.of(
            "format.js",
            "palette.js",
            "dom.js",
            "model.js",
            "canvas.js",
            "facts.js",
            "tables.js",
            "slow.js",
            "timeline.js",
            "overview.js",
            "flame.js",
            "page.js");

    private PageText() {}

    static String of(Map<String, Object> model) {
        String style = resource("page.css");
        StringBuilder script = new StringBuilder("(() => {\n\"use strict\";\n");
        SCRIPTS.forEach(name -> script.append(resource(name)));
        script.append("})();\n");
        return resource("page.html")
                .replace("@STYLE_HASH@", hash(style))
                .replace("@SCRIPT_HASH@", hash(script.toString()))
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .replace("@DATA@", data(model));
    }

    /** Returns JSON that ends no element and begins no comment, whatever its strings contain. */
    private static String data(Map<String, Object> model) {
        return JsonText.json(model).replace("<", "\\u003c");
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream stream = PageText.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the resource '" + name + "' is missing; build the jar anew");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
