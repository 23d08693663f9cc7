// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for. Every value is in its range; names of classes and files are checked by those who use them.
 *
 * @param include what to trace, never empty
 * @param exclude what to leave out of it
 * @param output the output file's name before {@code %p %t %n} are filled in
 * @param start whether to record from the start
 * @param signal the signal that toggles recording, without {@code SIG}; null for none
 * @param printCalls whether every call is printed to stderr
 * @param quiet whether totals stay off stderr
 * @param full what a traced thread does when every buffer is full; {@link FullPolicy#RING} exactly when ringBytes &gt; 0
 * @param waitNanos longest time that a traced thread waits for a free buffer; 0 never waits
 * @param ringBytes how many bytes of the newest records are kept; 0 keeps all
 * @param minNanos calls shorter than this are left out of the file; 0 keeps all
 * @param depth deepest call in the file, at least 1
 * @param bufferBytes memory handed to a thread at a time, a power of two from 16 KiB to 1 MiB
 * @param spoolBytes most buffer memory in all, at least 1 MiB and at least two buffers
 * @param exitNanos longest time that the tracer may hold up the end of the JVM
 * @param accessors whether methods of three instructions or fewer are traced
 * @param clinit whether static initialisers are traced
 * @param callbacks which callbacks are told from other calls, and how
 * @param jmx whether the MBean is registered, late
 * @param lagNanos stalls of the whole JVM longer than this are reported; 0 reports none
 * @param segmentBytes size of a file, uncompressed, at which the next one is started
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
