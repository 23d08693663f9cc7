// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.spark.input;

import java.io.Serializable;
import org.apache.hadoop.fs.Path;

/**
 * A file of a file system that Hadoop knows.
 *
 * @param uri absolute, with the scheme
 * @param bytes its size
 */
public record TraceFile(String uri, long bytes) implements Serializable {
    Path path() {
        return new Path(uri);
    }
}
