// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.longrunning;

import java.io.IOException;
import java.util.zip.CRC32;

/**
 * A program that goes on working while you switch tracing on and off. It ends when you press Enter, or after the
 * number of rounds in its argument.
 *
 * <pre>
 * java -javaagent:agent/target/tracer.jar=include=dev.jtracer.it.app.longrunning,start=off \
 *      -cp examples/target/examples.jar dev.jtracer.it.app.longrunning.ToggleMe
 * kill -URG PID                                    # on, and again: off
 * java -jar agent/target/tracer.jar toggle PID     # the same by command
 * </pre>
 *
 * Look at the files: each stretch from on to off has its own, and none starts or ends in the middle of a call.
 */
public final class ToggleMe {
    private static final int PIECES = 50;

    private long rounds;

    private ToggleMe() {}

    /** Works. {@code args[0]}, if present, is the number of rounds; otherwise until there is input. */
    public static void main(String[] args) throws IOException {
        long limit = args.length > 0 ? Long.parseLong(args[0]) : Long.MAX_VALUE;
        System.out.println("working; press Enter to end");
        ToggleMe worker = new ToggleMe();
        while (worker.rounds < limit && (args.length > 0 || System.in.available() == 0)) {
            worker.round();
        }
        System.out.println(args.length > 0 ? "done " + worker.rounds + " rounds" : "done");
    }

    private void round() {
        long sum = 0;
        for (int i = 0; i < PIECES; i++) {
            sum += piece(i);
        }
        if (sum == 0) {
            throw new IllegalStateException("a checksum of 0 in each piece cannot be");
        }
        rounds++;
    }

    private long piece(int number) {
        CRC32 checksum = new CRC32();
        for (int i = 0; i < 5_000; i++) {
            checksum.update(number + i);
        }
        return checksum.getValue();
    }
}
