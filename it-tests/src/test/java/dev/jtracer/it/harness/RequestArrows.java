// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much of a trace is true, by the requests of an application whose methods have the number of their request as the argument {@code
 * rid}, which {@code args=} records.
 *
 * <p>An arrow is right if it leads from a call of a request to a run with calls of the same one, and wrong if all of them are of others: a
 * run that takes work from a queue works for several requests, and one of them has handed it over.
 *
 * <p>A call is climbed to its caller, and from a run with an arrow to where that begins, up to a method named {@code request}: right if that
 * has its number, wrong if it has another, missing if there is none.
 *
 * @param calls number of calls that have the number of a request
 * @param examples the first wrong calls and arrows
 */
public record RequestArrows(
        int calls, Score climbed, Score arrows, Map<String, Score> arrowsByName, List<String> examples) {
    private static final Pattern RID = Pattern.compile("\\brid=(\\d+)");
    private static final int MOST_EXAMPLES = 5;
    private static final int MOST_STEPS = 10_000;
    private static final int NO_REQUEST = -1;

    /** How many are right, wrong and missing. */
    public record Score(int right, int wrong, int missing) {
        static final Score NONE = new Score(0, 0, 0);

        Score plus(Score other) {
            return new Score(right + other.right, wrong + other.wrong, missing + other.missing);
        }

        static Score of(int found, int expected) {
            return found == NO_REQUEST
                    ? new Score(0, 0, 1)
                    : found == expected ? new Score(1, 0, 0) : new Score(0, 1, 0);
        }

        @Override
        public String toString() {
            return right + "/" + wrong + "/" + missing;
        }
    }

    /** Prints the scores of a trace. */
    public static void main(String[] args) throws IOException {
        RequestArrows read = read(Path.of(args[0]));
        System.out.println("calls " + read.climbed + ", arrows " + read.arrows + " " + read.arrowsByName);
        read.examples.forEach(System.out::println);
    }

    /** Reads a trace in the default format. */
    public static RequestArrows read(Path trace) throws IOException {
        return new Reader().read(trace);
    }

    private static final class Span {
        final String name;
        final @Nullable Span parent;
        final int rid;
        /** Number of the passing that the arrow to this run begins at. */
        final @Nullable String arrow;

        final Set<Integer> ridsWithin = new HashSet<>();

        Span(String name, @Nullable Span parent, int rid, @Nullable String arrow) {
            this.name = name;
            this.parent = parent;
            this.rid = rid;
            this.arrow = arrow;
        }
    }

    private static final class Reader {
        private final Map<String, Span> open = new HashMap<>();
        private final Map<String, Span> passings = new HashMap<>();
        private final List<Span> labelled = new ArrayList<>();
        private final List<Span> runs = new ArrayList<>();
        private final List<String> examples = new ArrayList<>();

        RequestArrows read(Path trace) throws IOException {
            try (BufferedReader lines = Files.newBufferedReader(trace)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("{\"ph\":\"b\"") || line.startsWith("{\"ph\":\"e\"")) {
                        take(JsonValue.object(line.endsWith(",") ? line.substring(0, line.length() - 1) : line));
                    }
                }
            }
            Score climbed = Score.NONE;
            for (Span call : labelled) {
                Score one = Score.of(climb(call), call.rid);
                climbed = climbed.plus(one);
                example(one, call);
            }
            Score arrows = Score.NONE;
            Map<String, Score> byName = new HashMap<>();
            for (Span run : runs) {
                int from = run.ridsWithin.isEmpty() ? NO_REQUEST : labelOf(passings.get(run.arrow));
                if (from != NO_REQUEST) {
                    Score one = run.ridsWithin.contains(from) ? new Score(1, 0, 0) : new Score(0, 1, 0);
                    arrows = arrows.plus(one);
                    byName.merge(run.name, one, Score::plus);
                    example(one, run);
                }
            }
            return new RequestArrows(labelled.size(), climbed, arrows, byName, examples);
        }

        private void take(Map<String, Object> event) {
            String row = event.get("tid") + " " + event.get("pid");
            Span outer = open.get(row);
            if ("e".equals(event.get("ph"))) {
                open.put(row, outer == null ? null : outer.parent);
                return;
            }
            Map<?, ?> args = event.get("args") instanceof Map<?, ?> map ? map : Map.of();
            String name = String.valueOf(event.get("name"));
            String number = event.containsKey("bind_id") ? event.get("bind_id").toString() : null;
            boolean isPassing = args.containsKey("passing");
            if (isPassing && number != null && outer != null) {
                passings.put(number, outer);
            }
            Matcher argument = RID.matcher(String.valueOf(args.get("arguments")));
            int rid = argument.find() ? Integer.parseInt(argument.group(1)) : NO_REQUEST;
            Span span = new Span(name, outer, rid, isPassing || !event.containsKey("flow_in") ? null : number);
            open.put(row, span);
            if (span.arrow != null) {
                runs.add(span);
            }
            if (rid != NO_REQUEST) {
                labelled.add(span);
                for (Span around = outer; around != null; around = around.parent) {
                    around.ridsWithin.add(rid);
                }
            }
        }

        private int climb(Span call) {
            Span at = call;
            for (int steps = 0; at != null && steps < MOST_STEPS; steps++) {
                if (at.rid != NO_REQUEST && at.name.endsWith(".request")) {
                    return at.rid;
                }
                at = outer(at);
            }
            return NO_REQUEST;
        }

        /** Returns the request of the innermost call that has one, over arrows. */
        private int labelOf(@Nullable Span call) {
            Span at = call;
            for (int steps = 0; at != null && at.rid == NO_REQUEST && steps < MOST_STEPS; steps++) {
                at = outer(at);
            }
            return at == null ? NO_REQUEST : at.rid;
        }

        private @Nullable Span outer(Span span) {
            return span.arrow == null ? span.parent : passings.get(span.arrow);
        }

        private void example(Score one, Span span) {
            if (one.wrong() > 0 && examples.size() < MOST_EXAMPLES) {
                StringBuilder path = new StringBuilder();
                for (Span at = span; at != null && path.length() < 1000; at = outer(at)) {
                    path.append(at.name).append(at.rid == NO_REQUEST ? "" : "(" + at.rid + ")");
                    path.append(at.arrow == null ? " < " : " <- ");
                }
                examples.add(path.toString());
            }
        }
    }
}
