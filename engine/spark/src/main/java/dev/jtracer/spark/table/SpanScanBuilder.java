// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownFilters;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

/** The columns and conditions of a query, taken from Spark before anything is read. */
final class SpanScanBuilder implements SupportsPushDownRequiredColumns, SupportsPushDownFilters {
    private final List<String> paths;
    private final SpanFilter filter = new SpanFilter();
    private StructType schema = SpanColumn.schema();
    private Filter[] pushed = {};

    SpanScanBuilder(List<String> paths) {
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
