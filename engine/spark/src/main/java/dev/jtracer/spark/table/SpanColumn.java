// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of the table of calls, in their order. Times are in nanoseconds. */
enum SpanColumn {
    /** Address of the recording's first file. */
    RECORDING(DataTypes.StringType, false),
    /** Number of the process. */
    PROCESS(DataTypes.LongType, false),
    /** Name of the process; null if the trace does not say. */
    PROCESS_NAME(DataTypes.StringType, true),
    /** Name of the service, as {@code name=} or OpenTelemetry's; null if nothing named it. */
    SERVICE(DataTypes.StringType, true),
    /** Version of the service; null if nothing named it. */
    VERSION(DataTypes.StringType, true),
    /** Machine or container; null if not known. */
    HOST(DataTypes.StringType, true),
    /** Number of the thread; for a callback or an async call of other tools, of the thread on which it began. */
    THREAD(DataTypes.LongType, false),
    /** Name of the thread; null if the trace does not say. */
    THREAD_NAME(DataTypes.StringType, true),
    /** Method, or callback as {@code Class.method[k]}. */
    NAME(DataTypes.StringType, false),
    /** Line that passed the callback, {@code Class.method:line}; null for a call, or if it is not known. */
    SITE(DataTypes.StringType, true),
    /** {@code call}, {@code pass} (a callback passed to a call, without length) or {@code run} (of a callback). */
    KIND(DataTypes.StringType, false),
    /** Level on the thread, 0 for a root call. */
    DEPTH(DataTypes.IntegerType, false),
    /** Wall-clock time of the begin, in microseconds as Spark has it; null for a trace of another tool. */
    START(DataTypes.TimestampType, true),
    /** Time since the start of the recording. */
    START_NANOS(DataTypes.LongType, false),
    DURATION_NANOS(DataTypes.LongType, false),
    /** The part of the duration outside of inner calls. */
    SELF_NANOS(DataTypes.LongType, false),
    /** Number of the pass that a pass or run belongs to, unique in its recording; null for a call. */
    PASS(DataTypes.LongType, true),
    /** Number of the callback's first pass, for a pass that forwards it; null for every other row. */
    FIRST_PASS(DataTypes.LongType, true),
    /** Whether the call ended by an exception. */
    THREW(DataTypes.BooleanType, false),
    /** Whether its begin or end was not recorded. */
    UNFINISHED(DataTypes.BooleanType, false);

    @SuppressWarnings("ImmutableEnumChecker") // Spark's types are immutable
    private final DataType type;

    final boolean nullable;

    SpanColumn(DataType type, boolean nullable) {
        this.type = type;
        this.nullable = nullable;
    }

    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether its values are numbers in rows: integers, or microseconds since 1970. */
    boolean isNumber() {
        return type.equals(DataTypes.LongType)
                || type.equals(DataTypes.IntegerType)
                || type.equals(DataTypes.TimestampType);
    }

    static Optional<SpanColumn> of(String title) {
        return Arrays.stream(values())
                .filter(column -> column.title().equalsIgnoreCase(title))
                .findFirst();
    }

    static StructType schema() {
        return new StructType(Arrays.stream(values())
                .map(column -> new StructField(column.title(), column.type, column.nullable, Metadata.empty()))
                .toArray(StructField[]::new));
    }

    /** Returns the columns of a schema that was pruned. */
    static SpanColumn[] of(StructType schema) {
        return Arrays.stream(schema.fieldNames())
                .map(title -> of(title)
                        .orElseThrow(() -> new IllegalArgumentException("there is no column '" + title
                                + "'; the columns are " + String.join(", ", schema().fieldNames()))))
                .toArray(SpanColumn[]::new);
    }
}
