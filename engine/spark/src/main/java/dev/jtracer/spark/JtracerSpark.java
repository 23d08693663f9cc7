// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.SparkException;
import org.apache.spark.sql.SparkSession;

/**
 * The command line of the jobs.
 *
 * <pre>
 *   spark-submit jtracer-spark.jar report 'hdfs:///traces/2026-11-22/*.jtr' --json report.json --parquet tables
 *   spark-submit jtracer-spark.jar diff 'hdfs:///traces/before/*.jtr' -- 'hdfs:///traces/after/*.jtr'
 * </pre>
 *
 * <p>Exit codes are those of the tracer's own commands: 0, 2 for a wrong command line, 4 if a file cannot be read or
 * written.
 */
public final class JtracerSpark {
    private static final int USAGE = 2;
    private static final int INPUT_OUTPUT = 4;

    private JtracerSpark() {}

    /** Runs a command, and ends the JVM with its exit code unless that is 0. */
    public static void main(String[] args) {
        int exitCode = run(List.of(args), System.out, System.err);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** Runs a command in the present Spark session, or in a new one, which is then closed. Returns the exit code. */
    static int run(List<String> args, PrintStream out, PrintStream err) {
        SparkCommand command;
        try {
            command = parse(args);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return USAGE;
        }
        boolean own = SparkSession.getActiveSession().isEmpty();
        SparkSession spark =
                SparkSession.builder().appName("jtracer " + args.get(0)).getOrCreate();
        try {
            command.run(spark, out);
            out.flush();
            return 0;
        } catch (Exception e) {
            err.println(e instanceof IOException || e instanceof UncheckedIOException ? e.getMessage() : reason(e));
            return INPUT_OUTPUT;
        } finally {
            if (own) {
                spark.stop();
            }
        }
    }

    /** Returns the command of a command line; if there is none, fails with a message for the user. */
    private static SparkCommand parse(List<String> args) {
        if (args.isEmpty()) {
            throw new IllegalArgumentException("the command is missing; write report or diff\n" + SparkCommand.USAGE);
        }
        SparkCommand.Words words = new SparkCommand.Words(args.subList(1, args.size()));
        return switch (args.get(0)) {
            case "report" -> SparkCommand.Report.parse(words);
            case "diff" -> SparkCommand.Diff.parse(words);
            default ->
                throw new IllegalArgumentException(
                        "'" + args.get(0) + "' is no command; write report or diff\n" + SparkCommand.USAGE);
        };
    }

    /** Returns the message of what a task failed with, which Spark wraps in the task's stack trace. */
    private static String reason(Exception e) {
        if (!(e instanceof SparkException) && !(e.getCause() instanceof SparkException)) {
            throw new IllegalStateException("the job failed: " + e.getMessage(), e);
        }
        Throwable cause = e;
        while (cause.getCause() != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}
