// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Spark's source of the calls in recordings.
 *
 * <pre>
 *   spark.read().format("jtracer").load("hdfs:///traces/*.jtr").createOrReplaceTempView("calls");
 *   spark.sql("select name, count(*), sum(self_nanos) from calls group by name order by 3 desc").show();
 * </pre>
 *
 * <p>A recording is a partition. Its columns are made as far as the query needs them, and conditions on names, times and durations are
 * checked before a row is made; recordings that start after the end of a wanted time are not opened.
 */
public final class SpanSource implements TableProvider, DataSourceRegister {
    /** Creates the source, for Spark. */
    public SpanSource() {}

    @Override
    public String shortName() {
        return "jtracer";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return SpanColumn.schema();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new SpanTable(paths(new CaseInsensitiveStringMap(properties)));
    }

    private static List<String> paths(CaseInsensitiveStringMap options) {
        List<String> paths = new ArrayList<>();
        String one = options.get("path");
        if (one != null) {
            paths.add(one);
        }
        String several = options.get("paths");
        if (several != null) {
            paths.addAll(SeveralPaths.of(several));
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no path; write load(PATH) with a .jtr file, a directory, or a glob");
        }
        return paths;
    }
}
