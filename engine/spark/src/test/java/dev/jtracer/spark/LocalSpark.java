// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Spark in the JVM of the tests, or with executors in JVMs of their own. */
final class LocalSpark {
    private LocalSpark() {}

    /** Returns the session with two threads. */
    static SparkSession session() {
        return builder("local[2]").getOrCreate();
    }

    /** Returns a session with executors in two JVMs. */
    static SparkSession cluster() {
        return builder("local-cluster[2,1,1024]")
                .config("spark.executor.memory", "512m")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .getOrCreate();
    }

    private static SparkSession.Builder builder(String master) {
        return SparkSession.builder()
                .master(master)
                .appName("test")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1");
    }

    static JavaSparkContext context(SparkSession session) {
        return JavaSparkContext.fromSparkContext(session.sparkContext());
    }
}
