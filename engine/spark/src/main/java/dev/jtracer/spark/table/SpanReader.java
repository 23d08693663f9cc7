// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import dev.jtracer.engine.event.TraceSource;
import dev.jtracer.engine.model.TraceProcessor;
import dev.jtracer.engine.prefetch.Decoding;
import dev.jtracer.engine.prefetch.PrefetchedBatches;
import dev.jtracer.spark.input.FilesOfRecording;
import dev.jtracer.spark.input.LocalFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the calls of one recording. The engine pushes calls, Spark pulls rows: the engine runs on a thread of
 * its own, which prefetches a few batches of rows.
 */
final class SpanReader implements PartitionReader<InternalRow> {
    private final LocalFiles files;
    private final PrefetchedBatches<SpanRows> batches;
    private @Nullable SpanRows batch;
    private int at;

    SpanReader(FilesOfRecording recording, SpanColumn[] columns, SpanFilter filter, Configuration configuration)
            throws IOException {
        files = LocalFiles.of(recording.files(), configuration);
        try {
            TraceSource source = files.open(Decoding.BY_READER);
            batches = new PrefetchedBatches<>(
                    recording.name(),
                    () -> new SpanRows(columns.length),
                    SpanRows::clear,
                    () -> read(source, recording, columns, filter));
            batches.start();
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private void read(TraceSource source, FilesOfRecording recording, SpanColumn[] columns, SpanFilter filter)
            throws IOException {
        SpanRowsHandler handler = new SpanRowsHandler(recording, columns, filter, batches);
        new TraceProcessor(List.of(handler)).parse(source).data(SpanRowsHandler.class); // throws what the handler threw
    }

    @Override
    public boolean next() throws IOException {
        at++;
        while (batch == null || at >= batch.size()) {
            batch = batches.next();
            at = 0;
            if (batch == null) {
                return false;
            }
        }
        return true;
    }

    @Override
    public InternalRow get() {
        SpanRows rows = batch;
        if (rows == null) {
            throw new IllegalStateException("there is no row; call next() first");
        }
        return rows.row(at);
    }

    @Override
    public void close() throws IOException {
        try {
            batches.close();
        } finally {
            files.close();
        }
    }

    record Partition(FilesOfRecording recording) implements InputPartition {}

    static final class Factory implements PartitionReaderFactory {
        private static final long serialVersionUID = 1L;

        private final SpanColumn[] columns;
        private final SpanFilter filter;
        private final Broadcast<SerializableConfiguration> configuration;

        Factory(SpanColumn[] columns, SpanFilter filter, Broadcast<SerializableConfiguration> configuration) {
            this.columns = columns;
            this.filter = filter;
            this.configuration = configuration;
        }

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            FilesOfRecording recording = ((Partition) partition).recording();
            try {
                return new SpanReader(
                        recording, columns, filter, configuration.value().value());
            } catch (IOException e) {
                throw new UncheckedIOException("'" + recording.name() + "': " + e.getMessage(), e);
            }
        }
    }
}
