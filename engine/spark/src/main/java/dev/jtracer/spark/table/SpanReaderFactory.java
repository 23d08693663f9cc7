// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import dev.jtracer.spark.input.RecordingFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** A factory of readers of recordings, sent to the executors. */
final class SpanReaderFactory implements PartitionReaderFactory {
    private static final long serialVersionUID = 1L;

    private final SpanColumn[] columns;
    private final SpanFilter filter;
    private final Broadcast<SerializableConfiguration> configuration;

    SpanReaderFactory(SpanColumn[] columns, SpanFilter filter, Broadcast<SerializableConfiguration> configuration) {
        this.columns = columns;
        this.filter = filter;
        this.configuration = configuration;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        RecordingFiles recording = ((SpanScan.Partition) partition).recording();
        try {
            return new SpanReader(
                    recording, columns, filter, configuration.value().value());
        } catch (IOException e) {
            throw new UncheckedIOException("'" + recording.name() + "': " + e.getMessage(), e);
        }
    }
}
