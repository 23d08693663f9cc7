// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import dev.jtracer.engine.diff.Comparison;
import dev.jtracer.engine.diff.ComparisonJson;
import dev.jtracer.engine.diff.ComparisonText;
import dev.jtracer.engine.diff.Differences;
import dev.jtracer.engine.text.Styles;
import dev.jtracer.spark.job.SampleJob;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * {@code diff}: what changed between two sets of recordings.
 *
 * @param json file for the result, as of {@code diff --json}
 */
record DiffArguments(
        List<String> before, List<String> after, @Nullable String json) implements SparkCommand {
    static SparkCommand parse(Words words) {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        List<String> side = before;
        String json = null;
        for (String word = words.next(); word != null; word = words.next()) {
            switch (word) {
                case "--json" -> json = words.valueOf(word);
                case Words.SEPARATOR -> side = after;
                default -> side.add(Words.path(word));
            }
        }
        String form = "diff PATH... --";
        return new DiffArguments(Words.require(before, "diff"), Words.require(after, form), json);
    }

    @Override
    public void run(SparkSession spark, PrintStream out) throws IOException {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        NewFile.require(json, context.hadoopConfiguration());
        Differences differences = Comparison.of(SampleJob.run(before, context), SampleJob.run(after, context));
        if (json == null) {
            ComparisonText.of(differences, Styles.PLAIN).forEach(out::println);
        } else {
            String text = ComparisonJson.of(differences) + "\n";
            NewFile.write(json, text.getBytes(StandardCharsets.UTF_8), context.hadoopConfiguration());
        }
    }
}
