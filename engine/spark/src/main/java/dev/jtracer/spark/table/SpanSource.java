// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
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
 * <p>A recording is a partition. Its columns are made as far as the query needs them, and conditions on names, times
 * and durations are checked before a row is made; recordings that start after a wanted time's end are not opened.
 */
public final class SpanSource implements TableProvider, DataSourceRegister {
    private static final JsonFactory JSON = new JsonFactory();

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
            paths.addAll(several(several));
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no path; write load(PATH) with a .jtr file, a directory, or a glob");
        }
        return paths;
    }

    /** Returns the paths of {@code load(String...)}, which Spark passes as a JSON list of texts. */
    private static List<String> several(String json) {
        List<String> paths = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    paths.add(parser.getText());
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the paths '" + json + "' are no JSON list; write load(PATH, PATH)", e);
        }
        return paths;
    }

    private record SpanTable(List<String> paths) implements Table, SupportsRead {
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
            return new SpanScan.Builder(paths);
        }
    }
}
