// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import dev.jtracer.engine.merge.PartialReport;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.ReportText;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.spark.job.ReportJob;
import dev.jtracer.spark.job.ReportTables;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * {@code report}: where the time of many recordings went.
 *
 * @param json file for everything that was counted, as of {@code report --json}
 * @param partial file that {@code report --merge} adds to others
 * @param parquet directory for a table of each kind of row
 */
record ReportArguments(
        List<String> paths,
        int top,
        @Nullable String json,
        @Nullable String partial,
        @Nullable String parquet) implements SparkCommand {
    static SparkCommand parse(Words words) {
        List<String> paths = new ArrayList<>();
        int top = ReportLimits.DEFAULT_SLOWEST;
        String json = null;
        String partial = null;
        String parquet = null;
        for (String word = words.next(); word != null; word = words.next()) {
            switch (word) {
                case "--top" -> top = words.numberOf(word);
                case "--json" -> json = words.valueOf(word);
                case "--partial" -> partial = words.valueOf(word);
                case "--parquet" -> parquet = words.valueOf(word);
                default -> paths.add(Words.path(word));
            }
        }
        return new ReportArguments(Words.require(paths, "report"), top, json, partial, parquet);
    }

    @Override
    public void run(SparkSession spark, PrintStream out) throws IOException {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Configuration configuration = context.hadoopConfiguration();
        NewFile.require(json, configuration);
        NewFile.require(partial, configuration);
        NewFile.require(parquet, configuration);
        PartialReport sum = ReportJob.run(paths, top, context);
        TraceReport report = sum.report(top);
        if (json != null) {
            NewFile.write(json, ReportJson.of(report).getBytes(StandardCharsets.UTF_8), configuration);
        }
        if (partial != null) {
            NewFile.write(partial, PartialReportCodec.encode(sum), configuration);
        }
        if (parquet != null) {
            ReportTables.write(report, parquet, spark);
        }
        if (json == null && partial == null && parquet == null) {
            out.print(ReportText.of(report));
        }
    }
}
