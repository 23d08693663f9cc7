// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The user's options. Every value is in its range; names of classes and files are checked where they are used.
 *
 * @param include what to trace, never empty
 * @param exclude exceptions from {@code include}
 * @param output pattern of the output file's name, with {@code %p %t %n}
 * @param start whether to record from the start
 * @param signal the signal that toggles recording, without {@code SIG}; null for none
 * @param printCalls whether every call is printed to stderr
 * @param quiet whether totals stay off stderr
 * @param full what a traced thread does when every buffer is full; {@link FullPolicy#RING} exactly when ringBytes &gt;
 *     0
 * @param waitNanos longest wait of a traced thread for a free buffer; 0 for none
 * @param ringBytes how many bytes of the newest records are kept; 0 keeps all
 * @param minNanos calls shorter than this are left out of the file; 0 keeps all
 * @param depth deepest call in the file, at least 1
 * @param bufferBytes memory handed to a thread at a time, a power of two from 16 KiB to 1 MiB
 * @param spoolBytes most buffer memory in all, at least 1 MiB and at least two buffers
 * @param exitNanos longest time by which the tracer may delay the end of the JVM
 * @param accessors whether methods of three instructions or fewer are traced
 * @param clinit whether static initialisers are traced
 * @param callbacks which callbacks are distinguished from other calls, and how
 * @param jmx whether the MBean is registered once the platform's server exists
 * @param lagNanos stalls of the whole JVM longer than this are reported; 0 reports none
 * @param segmentBytes uncompressed size of a file at which the next one is started
 */
public record AgentOptions(
        List<String> include,
        List<String> exclude,
        String output,
        boolean start,
        @Nullable String signal,
        boolean printCalls,
        boolean quiet,
        FullPolicy full,
        long waitNanos,
        long ringBytes,
        long minNanos,
        int depth,
        int bufferBytes,
        long spoolBytes,
        long exitNanos,
        boolean accessors,
        boolean clinit,
        CallbackOptions callbacks,
        boolean jmx,
        long lagNanos,
        long segmentBytes) {
    public AgentOptions {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }
}
