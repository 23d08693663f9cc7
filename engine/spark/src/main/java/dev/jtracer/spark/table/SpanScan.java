// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import dev.jtracer.engine.importer.RecordingSegment.Recording;
import dev.jtracer.spark.input.FilesOfRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/** One reading of the table: which recordings, columns and conditions. */
record SpanScan(List<String> paths, StructType schema, SpanFilter filter, String conditions) implements Scan, Batch {
    @Override
    public StructType readSchema() {
        return schema;
    }

    @Override
    public String description() {
        return "jtracer " + String.join(", ", paths) + " where " + conditions;
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        try {
            List<InputPartition> partitions = new ArrayList<>();
            for (FilesOfRecording recording : FilesOfRecording.find(paths, spark())) {
                Recording identity = recording.identity();
                if (identity == null || filter.acceptsRecordingFrom(identity.startEpochMicros())) {
                    partitions.add(new SpanReader.Partition(recording));
                }
            }
            return partitions.toArray(InputPartition[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new SpanReader.Factory(SpanColumn.of(schema), filter, SerializableConfiguration.broadcast(spark().sc()));
    }

    private static JavaSparkContext spark() {
        return JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext());
    }

    /** The columns and conditions of a query, taken from Spark before anything is read. */
    static final class Builder implements SupportsPushDownRequiredColumns, SupportsPushDownFilters {
        private final List<String> paths;
        private final SpanFilter filter = new SpanFilter();
        private StructType schema = SpanColumn.schema();
        private Filter[] pushed = {};

        Builder(List<String> paths) {
            this.paths = paths;
        }

        @Override
        public void pruneColumns(StructType required) {
            schema = required;
        }

        @Override
        public Filter[] pushFilters(Filter[] filters) {
            List<Filter> ours = new ArrayList<>();
            List<Filter> sparks = new ArrayList<>();
            for (Filter candidate : filters) {
                (filter.add(candidate) ? ours : sparks).add(candidate);
            }
            pushed = ours.toArray(Filter[]::new);
            return sparks.toArray(Filter[]::new);
        }

        @Override
        public Filter[] pushedFilters() {
            return pushed;
        }

        @Override
        public Scan build() {
            return new SpanScan(paths, schema, filter, Arrays.toString(pushed));
        }
    }
}
