// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

/**
 * The user's options for output files. The pattern is checked where it is used.
 *
 * @param output pattern of the output file's name, with {@code %p %t %n %s %h}
 * @param minNanos calls shorter than this are left out of the file; 0 keeps all
 * @param depth deepest call in the file, at least 1
 * @param segmentBytes uncompressed size of a file at which the next one is started
 * @param exitNanos longest time by which the tracer may delay the end of the JVM to complete its files
 * @param rotateNanos time after which a recording goes on in another file; 0 for one file. Needs an output of
 *     {@code .jtr}
 * @param keepBytes most bytes of all files of a JVM that rotates; 0 keeps all
 */
public record FileOptions(
        String output, long minNanos, int depth, long segmentBytes, long exitNanos, long rotateNanos, long keepBytes) {
    /* As many files as a ring has: just after a deletion, an eighth of the size is missing at most. */
    private static final int FILES_KEPT = 8;

    /** Returns whether recordings go on in other files. */
    public boolean rotates() {
        return rotateNanos > 0;
    }

    /** Returns the size at which a recording that rotates goes on in another file. */
    public long rotateBytes() {
        return keepBytes == 0 ? segmentBytes : Math.min(segmentBytes, keepBytes / FILES_KEPT);
    }
}
