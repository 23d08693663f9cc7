// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.job;

import dev.jtracer.engine.report.ReportJson;
import dev.jtracer.engine.report.TraceReport;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The lists of a report as Parquet tables, in directories of their names: {@code methods}, {@code callbacks} ... */
public final class ReportTables {
    private ReportTables() {}

    /**
     * Writes the tables to a directory, which may exist without them. A list without rows has no table, because it
     * has no columns.
     */
    public static void write(TraceReport report, String directory, SparkSession spark) {
        Dataset<Row> json = spark.read()
                .json(spark.createDataset(List.of(ReportJson.of(report)), Encoders.STRING()))
                .cache();
        for (StructField member : json.schema().fields()) {
            if (member.dataType() instanceof ArrayType list && list.elementType() instanceof StructType) {
                json.selectExpr("inline(" + member.name() + ")")
                        .coalesce(1)
                        .write()
                        .parquet(directory + "/" + member.name());
            }
        }
        json.unpersist();
    }
}
