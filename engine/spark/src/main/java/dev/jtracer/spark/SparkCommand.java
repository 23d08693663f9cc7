// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
}
