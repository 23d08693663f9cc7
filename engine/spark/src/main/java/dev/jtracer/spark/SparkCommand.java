// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import dev.jtracer.engine.diff.Comparison;
import dev.jtracer.engine.diff.ComparisonJson;
import dev.jtracer.engine.diff.ComparisonText;
import dev.jtracer.engine.diff.Differences;
import dev.jtracer.engine.merge.PartialReport;
import dev.jtracer.engine.merge.PartialReportCodec;
import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.ReportLimits;
import dev.jtracer.engine.report.ReportText;
import dev.jtracer.engine.report.TraceReport;
import dev.jtracer.engine.text.Styles;
import dev.jtracer.spark.job.ReportJob;
import dev.jtracer.spark.job.ReportTables;
import dev.jtracer.spark.job.SampleJob;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A command of the command line. */
interface SparkCommand {
    String USAGE = """
            usage:
              report PATH... [--top N] [--json FILE] [--partial FILE] [--parquet DIRECTORY]
              diff PATH... -- PATH... [--json FILE]
            PATH is a .jtr, .json or .json.gz file, a directory of these, or a glob, in any file system that Hadoop knows""";

    /** Runs it. Prints its result unless options name files for it. */
    void run(SparkSession spark, PrintStream out) throws IOException;

    final class Words {
        /** Between two lists of paths. */
        static final String SEPARATOR = "--";

        private final Deque<String> rest;

        Words(List<String> words) {
            rest = new ArrayDeque<>(words);
        }

        /** Returns the next word, null at the end. */
        @Nullable
        String next() {
            return rest.poll();
        }

        String valueOf(String option) {
            String value = rest.poll();
            if (value == null) {
                throw new IllegalArgumentException(
                        "the value of '" + option + "' is missing; write " + option + " FILE");
            }
            return value;
        }

        int numberOf(String option) {
            String value = valueOf(option);
            try {
                int number = Integer.parseInt(value);
                if (number >= 0) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // answered below
            }
            throw new IllegalArgumentException(
                    "'" + value + "' after " + option + " is no number; write " + option + " 20");
        }

        /** Returns a path, unless a word looks like an option. */
        static String path(String word) {
            if (word.startsWith("-")) {
                throw new IllegalArgumentException("'" + word + "' is no option\n" + USAGE);
            }
            return word;
        }

        static List<String> require(List<String> paths, String command) {
            if (paths.isEmpty()) {
                throw new IllegalArgumentException("the path is missing; write " + command + " PATH...");
            }
            return new ArrayList<>(paths);
        }
    }

    /**
     * {@code report}: where the time of many recordings went.
     *
     * @param json file for everything that was counted, as of {@code report --json}
     * @param partial file that {@code report --merge} adds to others
     * @param parquet directory for a table of each kind of row
     */
    record Report(
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
            return new Report(Words.require(paths, "report"), top, json, partial, parquet);
        }

        @Override
        public void run(SparkSession spark, PrintStream out) throws IOException {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            Configuration configuration = context.hadoopConfiguration();
            requireNew(json, configuration);
            requireNew(partial, configuration);
            requireNew(parquet, configuration);
            PartialReport sum = ReportJob.run(paths, top, context);
            TraceReport report = sum.report(top);
            if (json != null) {
                writeNew(json, ReportJson.of(report).getBytes(StandardCharsets.UTF_8), configuration);
            }
            if (partial != null) {
                writeNew(partial, PartialReportCodec.encode(sum), configuration);
            }
            if (parquet != null) {
                ReportTables.write(report, parquet, spark);
            }
            if (json == null && partial == null && parquet == null) {
                out.print(ReportText.of(report));
            }
        }
    }

    /**
     * {@code diff}: what changed between two sets of recordings.
     *
     * @param json file for the result, as of {@code diff --json}
     */
    record Diff(
            List<String> before,
            List<String> after,
            @Nullable String json) implements SparkCommand {
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
            return new Diff(Words.require(before, "diff"), Words.require(after, form), json);
        }

        @Override
        public void run(SparkSession spark, PrintStream out) throws IOException {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            requireNew(json, context.hadoopConfiguration());
            Differences differences = Comparison.of(SampleJob.run(before, context), SampleJob.run(after, context));
            if (json == null) {
                ComparisonText.of(differences, Styles.PLAIN).forEach(out::println);
            } else {
                String text = ComparisonJson.of(differences) + "\n";
                writeNew(json, text.getBytes(StandardCharsets.UTF_8), context.hadoopConfiguration());
            }
        }
    }

    /** Checks, before the work that fills it, that a file or directory does not exist; null if it is not wanted. */
    private static void requireNew(@Nullable String name, Configuration configuration) throws IOException {
        if (name == null) {
            return;
        }
        Path path = new Path(name);
        if (path.getFileSystem(configuration).exists(path)) {
            throw exists(name);
        }
    }

    /** Writes a file; fails if it exists, or cannot be written. */
    private static void writeNew(String name, byte[] bytes, Configuration configuration) throws IOException {
        Path path = new Path(name);
        try (OutputStream out = path.getFileSystem(configuration).create(path, false)) {
            out.write(bytes);
        } catch (FileAlreadyExistsException e) {
            throw exists(name);
        }
    }

    private static IOException exists(String name) {
        return new IOException("'" + name + "' exists already; name another or delete it");
    }
}
