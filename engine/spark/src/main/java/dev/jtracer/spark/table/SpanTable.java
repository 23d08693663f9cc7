// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The table of the calls in the files of some paths. */
final class SpanTable implements Table, SupportsRead {
    private final List<String> paths;

    SpanTable(List<String> paths) {
        this.paths = paths;
    }

    @Override
    public String name() {
        return "jtracer " + String.join(", ", paths);
    }

    @Override
    @SuppressWarnings("deprecation") // Spark's Column has no way from a StructType
    public StructType schema() {
        return SpanColumn.schema();
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return new SpanScanBuilder(paths);
    }
}
