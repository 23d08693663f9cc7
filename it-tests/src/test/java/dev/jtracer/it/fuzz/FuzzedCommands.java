// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.fuzz;

import dev.jtracer.it.harness.JsonValue;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Commands on damaged files, in one JVM of a small heap, which has tracer.jar on its class path: each ends in time,
 * with an exit code that is documented and at most a few lines on stderr, and leaves no output that it has not
 * finished. The last line on stdout says how many ran; a line before it names each fault and the file that shows it.
 */
public final class FuzzedCommands {
    private static final long LONGEST_SECONDS = 240;
    private static final int MOST_FAULTS = 10;
    private static final int FILE_EXIT = 4;

    /** IN is the damaged file, WHOLE another that is not, OUT the name of a file to write without its extension. */
    private static final List<String> COMMANDS = List.of(
            "report IN",
            "report IN -o OUT.json",
            "report IN -o OUT.html",
            "report IN -o OUT.svg",
            "report IN -o OUT.csv",
            "report IN --partial OUT.part",
            "report IN --by request --call 1",
            "report IN --method compareTo",
            "report IN --from 1ms --to 20ms",
            "report IN WHOLE -o OUT.json",
            "report WHOLE IN -o OUT.json",
            "report --merge IN",
            "report --merge IN -o OUT.part",
            "convert IN -o OUT.json",
            "convert IN -o OUT.json.gz",
            "convert IN -f chrome-x -o OUT.json",
            "convert IN -f perfetto -o OUT.pftrace",
            "convert IN -f firefox -o OUT.json",
            "convert IN -f speedscope -o OUT.json",
            "convert IN -f collapsed -o OUT.txt",
            "convert IN -f devtools -o OUT.json",
            "convert IN -f csv -o OUT.csv",
            "convert IN -f otlp -o OUT.otlp.jsonl",
            "cut IN --from 1ms --to 20ms -o OUT.json",
            "split IN --every 10ms -o OUT.json",
            "split IN --size 100k -o OUT.json",
            "combine IN WHOLE -o OUT.json",
            "combine WHOLE IN --align starts -f csv -o OUT.csv",
            "verify IN",
            "diff IN WHOLE",
            "diff WHOLE IN --json");

    private final List<Path> seeds;
    private final Path directory;
    private final Method run;
    private final Path jar;
    private final RandomAccessFile stderr;
    private final Map<Integer, Integer> exits = new TreeMap<>();
    private int faults;

    /** The command in progress, which {@link #watch} names if it takes too long. */
    private volatile String present = "";

    private volatile long since;

    private FuzzedCommands(Path seeds, Path directory, Path jar) throws IOException, ReflectiveOperationException {
        try (Stream<Path> files = Files.list(seeds)) {
            this.seeds = files.sorted().toList();
        }
        this.directory = directory;
        this.jar = jar;
        stderr = new RandomAccessFile(Path.of("/proc/self/fd/2").toRealPath().toFile(), "r");
        Constructor<?> loader =
                Class.forName("dev.jtracer.AgentLoader").getDeclaredConstructor(File.class, ClassLoader.class);
        loader.setAccessible(true);
        ClassLoader sections = (ClassLoader) loader.newInstance(jar.toFile(), ClassLoader.getSystemClassLoader());
        run = sections.loadClass("dev.jtracer.agent.cli.Main").getMethod("run", String[].class, Path.class);
    }

    /** Takes the directory of the files to damage, an empty one, tracer.jar, the seconds, and the first round. */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        FuzzedCommands commands = new FuzzedCommands(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]));
        commands.watch();
        commands.runWhole();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[3]));
        long first = Long.parseLong(args[4]);
        long round = first;
        for (; System.nanoTime() < end && commands.faults < MOST_FAULTS; round++) {
            commands.run(round);
        }
        commands.runWhole(); // nothing of the rounds before fills the heap
        System.out.println("rounds " + first + " to " + (round - 1) + ", exit codes " + commands.exits + ", faults "
                + commands.faults);
        System.exit(0);
    }

    /** Ends this JVM if a command takes too long. */
    private void watch() {
        since = System.nanoTime();
        Thread watch = new Thread("watch") {
            @Override
            public void run() {
                while (System.nanoTime() - since < TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
                    try {
                        Thread.sleep(1_000);
                    } catch (InterruptedException notExpected) {
                        return;
                    }
                }
                System.out.println("fault: does not end: " + present);
                Thread.getAllStackTraces().forEach((thread, frames) -> {
                    System.out.println(thread.getName());
                    for (StackTraceElement frame : frames) {
                        System.out.println("    " + frame);
                    }
                });
                Runtime.getRuntime().halt(1);
            }
        };
        watch.setDaemon(true);
        watch.start();
    }

    private void runWhole() throws IOException, ReflectiveOperationException {
        for (Path seed : seeds) {
            Path input = Files.copy(seed, directory.resolve("whole-" + seed.getFileName()));
            boolean isPartial = seed.toString().endsWith(".part");
            List<String> line =
                    isPartial ? List.of("report", "--merge", input.toString()) : List.of("report", input.toString());
            String fault = fault(line, 0);
            if (fault.isEmpty() && exits.get(0) == null) {
                fault = "fails";
            }
            if (!fault.isEmpty()) {
                report(fault, line, input);
            }
            clear();
        }
    }

    private void run(long round) throws IOException, ReflectiveOperationException {
        Damage damage = new Damage(round);
        String command = COMMANDS.get(damage.choice(COMMANDS.size()));
        Path seed = seeds.get(damage.choice(seeds.size()));
        for (boolean merges = command.contains("--merge"); merges != isPartial(seed); ) {
            seed = seeds.get(damage.choice(seeds.size()));
        }
        Path whole = seeds.get(damage.choice(seeds.size()));
        String name = String.valueOf(seed.getFileName());
        Path input = Files.write(directory.resolve(name), damage.of(Files.readAllBytes(seed)));
        // A spool belongs to the recording of the same JVM.
        for (Path beside : seeds) {
            if (!beside.equals(seed) && damage.choice(8) > 0 && isBeside(beside, seed)) {
                Files.copy(beside, directory.resolve(String.valueOf(beside.getFileName())));
            }
        }
        List<String> line = new ArrayList<>();
        for (String word : command.split(" ")) {
            line.add(
                    word.equals("IN")
                            ? input.toString()
                            : word.equals("WHOLE")
                                    ? whole.toString()
                                    : word.replace(
                                            "OUT", directory.resolve("out").toString()));
        }
        String fault = fault(line, round);
        if (!fault.isEmpty()) {
            report("round " + round + ": " + fault, line, input);
        }
        clear();
    }

    private static boolean isPartial(Path file) {
        return file.toString().endsWith(".part");
    }

    private static boolean isBeside(Path one, Path other) {
        return stem(one).equals(stem(other));
    }

    private static String stem(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.indexOf('.'));
    }

    private String fault(List<String> line, long round) throws IOException, ReflectiveOperationException {
        present = "round " + round + ": " + line;
        since = System.nanoTime();
        stderr.seek(stderr.length());
        int exit = (int) run.invoke(null, line.toArray(new String[0]), jar);
        since = System.nanoTime();
        exits.merge(exit, 1, Integer::sum);
        byte[] bytes = new byte[(int) (stderr.length() - stderr.getFilePointer())];
        stderr.readFully(bytes);
        String said = new String(bytes, StandardCharsets.UTF_8);
        if (exit != 0 && exit != 1 && exit != 2 && exit != FILE_EXIT) {
            return "exit code " + exit + ", " + said;
        }
        if (said.contains("\tat ")
                || said.contains("Exception in thread")
                || said.lines().count() > 40) {
            return "stderr: " + said;
        }
        if (exit > 1 && said.isBlank()) {
            return "exit code " + exit + " without a reason";
        }
        return faultOfOutput(exit);
    }

    private String faultOfOutput(int exit) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith("out") && exit > 1) {
                    return "exit code " + exit + " leaves " + name;
                }
                if (name.equals("out.json") && Files.size(file) < 5_000_000) {
                    try {
                        JsonValue.object("{\"a\":" + Files.readString(file) + "}");
                    } catch (IOException e) {
                        return name + " is no JSON: " + e.getMessage();
                    }
                }
            }
        }
        return "";
    }

    private void report(String fault, List<String> line, Path input) throws IOException {
        Path kept = Files.createTempDirectory("jtracer-fuzz-").resolve(String.valueOf(input.getFileName()));
        Files.copy(input, kept, StandardCopyOption.REPLACE_EXISTING);
        System.out.println("fault: " + fault + "; " + String.join(" ", line) + "; the file is " + kept);
        faults++;
    }

    private void clear() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                if (!file.equals(directory)) {
                    Files.delete(file);
                }
            }
        }
    }
}
