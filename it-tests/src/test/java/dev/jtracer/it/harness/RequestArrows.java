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
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much of a trace is true, by the requests of an application whose methods have the number of their request as
 * the argument {@code rid}, which {@code args=} records.
 *
 * <p>An arrow is right if it leads from a call of a request to a run with calls of the same one, and wrong if all of
 * them are of others: a run that takes work from a queue works for several requests, and one of them has passed it
 * over.
 *
 * <p>A call is climbed to its caller, and from a run with an arrow to where that begins (or, if that is in no
 * request, to what is around the run), up to a method named {@code request}, or to the call that serves an HTTP
 * request: right if that has its number, wrong if it has another, missing if there is none. An HTTP request has its
 * number in the last segment of its path, in letters, because digits are absent from the trace ({@link #letters}).
 *
 * @param calls number of calls that have the number of a request as their argument
 * @param examples the first wrong calls and arrows
 */
public record RequestArrows(
        int calls, Score climbed, Score arrows, Map<String, Score> arrowsByName, List<String> examples) {
    private static final Pattern RID = Pattern.compile("\\brid=(\\d+)");
    private static final Pattern HTTP = Pattern.compile("HTTP [A-Z]+ (\\S*)/([a-j]+)( async| continued| error)?");
    private static final int MOST_EXAMPLES = 5;
    private static final int MOST_STEPS = 2_000;
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

    /** Returns the number of a request for the path of an HTTP request. */
    public static String letters(int rid) {
        StringBuilder letters = new StringBuilder();
        Integer.toString(rid).chars().forEach(digit -> letters.append((char) (digit - '0' + 'a')));
        return letters.toString();
    }

    private static int numberOf(String letters) {
        int rid = 0;
        for (int i = 0; i < letters.length(); i++) {
            rid = 10 * rid + letters.charAt(i) - 'a';
        }
        return rid;
    }

    /** Reads a trace in the default format. */
    public static RequestArrows read(Path trace) throws IOException {
        return new Reader().read(trace);
    }

    private static final class Span {
        final String name;
        final @Nullable Span parent;
        final int rid;
        final boolean isRequest;
        /** Number of the pass that the arrow to this run begins at. */
        final @Nullable String arrow;

        final Set<Integer> ridsWithin = new HashSet<>();

        Span(String name, @Nullable Span parent, int rid, boolean isRequest, @Nullable String arrow) {
            this.name = name;
            this.parent = parent;
            this.rid = rid;
            this.isRequest = isRequest;
            this.arrow = arrow;
        }
    }

    private static final class Reader {
        private final Map<String, Span> open = new HashMap<>();
        private final Map<String, Span> passes = new HashMap<>();
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
                int from = run.ridsWithin.isEmpty() ? NO_REQUEST : labelOf(passes.get(run.arrow));
                if (from != NO_REQUEST) {
                    Score one = run.ridsWithin.contains(from) ? new Score(1, 0, 0) : new Score(0, 1, 0);
                    arrows = arrows.plus(one);
                    byName.merge(HTTP.matcher(run.name).replaceFirst("HTTP request$3"), one, Score::plus);
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
            boolean isPass = args.containsKey("pass");
            if (isPass && number != null && outer != null) {
                passes.put(number, outer);
            }
            Matcher argument = RID.matcher(String.valueOf(args.get("arguments")));
            boolean isLabelled = argument.find();
            Matcher http = HTTP.matcher(name);
            boolean isHttp = http.matches();
            int rid = isLabelled ? Integer.parseInt(argument.group(1)) : isHttp ? numberOf(http.group(2)) : NO_REQUEST;
            boolean isRequest =
                    isLabelled ? name.endsWith(".request") : isHttp && isServed(http.group(1)) && http.group(3) == null;
            Span span = new Span(name, outer, rid, isRequest, isPass || !event.containsKey("flow_in") ? null : number);
            open.put(row, span);
            if (span.arrow != null) {
                runs.add(span);
            }
            if (isLabelled) {
                labelled.add(span);
            }
            if (rid != NO_REQUEST) {
                for (Span around = span; around != null; around = around.parent) {
                    around.ridsWithin.add(rid);
                }
            }
        }

        /**
         * Returns whether a path belongs to a request that the program serves: one that it sends has a host before.
         */
        private static boolean isServed(String path) {
            return path.isEmpty() || path.startsWith("/");
        }

        private int climb(@Nullable Span call) {
            return find(call, span -> span.isRequest, MOST_STEPS);
        }

        /** Returns the request of the innermost call that has one, over arrows. */
        private int labelOf(@Nullable Span call) {
            return find(call, span -> span.rid != NO_REQUEST, MOST_STEPS);
        }

        /**
         * Looks outwards from a call; where an arrow begins outside of requests, as that of a registered listener,
         * around the run.
         */
        private int find(@Nullable Span call, Predicate<Span> isSought, int steps) {
            Span at = call;
            for (int left = steps; at != null && left > 0; left--) {
                if (isSought.test(at)) {
                    return at.rid;
                }
                int found = at.arrow == null ? NO_REQUEST : find(passes.get(at.arrow), isSought, left - 1);
                if (found != NO_REQUEST) {
                    return found;
                }
                at = at.parent;
            }
            return NO_REQUEST;
        }

        private @Nullable Span outer(Span span) {
            return span.arrow == null ? span.parent : passes.get(span.arrow);
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
