// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The paths of {@code load(String...)}, which Spark hands over as a JSON list of texts. */
final class SeveralPaths {
    private static final JsonFactory JSON = new JsonFactory();

    private SeveralPaths() {}

    static List<String> of(String json) {
        List<String> paths = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    paths.add(parser.getText());
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the paths '" + json + "' are no JSON list; write load(PATH, PATH)", e);
        }
        return paths;
    }
}
