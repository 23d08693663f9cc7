// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jtracer.agent.config.AgentOptions.BufferOptions;
import dev.jtracer.agent.config.AgentOptions.CallbackOptions;
import dev.jtracer.agent.config.AgentOptions.CallbackPolicy;
import dev.jtracer.agent.config.AgentOptions.FileOptions;
import dev.jtracer.agent.config.AgentOptions.FullPolicy;
import dev.jtracer.agent.config.AgentOptions.StderrOptions;
import dev.jtracer.agent.config.AgentOptions.SwitchOptions;
import dev.jtracer.agent.config.AgentOptions.TaskPolicy;
import dev.jtracer.agent.config.AgentOptions.TotalsForm;
import dev.jtracer.agent.config.AgentOptions.WeavingOptions;
import dev.jtracer.agent.config.AgentOptionsParser.ExplainedOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsParserTest {
    private static final String HOST = "pod-7";

    private final Properties systemProperties = new Properties();
    private final Map<String, String> environment = new HashMap<>();

    private final Path directory;

    AgentOptionsParserTest(@TempDir Path directory) {
        environment.put("HOSTNAME", HOST);
        this.directory = directory;
    }

    private AgentOptions parse(String arguments) throws OptionException {
        return new AgentOptionsParser(systemProperties, environment).parse(arguments);
    }

    private String problem(String arguments) {
        try {
            throw new AssertionError("accepted: " + parse(arguments));
        } catch (OptionException expected) {
            return expected.getMessage();
        }
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("tracer.properties"), text);
    }

    @Test
    void print_takesSeveralWords() throws OptionException {
        assertThat(parse("include=com.acme,print=totals").stderr())
                .isEqualTo(new StderrOptions(false, false, TotalsForm.LINES, "self", 50_000_000));
        assertThat(parse("include=com.acme,print=calls").stderr())
                .isEqualTo(new StderrOptions(true, false, TotalsForm.TABLES, "self", 50_000_000));
        assertThat(parse("include=com.acme,print=Calls+totals,sort=calls").stderr())
                .isEqualTo(new StderrOptions(true, false, TotalsForm.LINES, "calls", 50_000_000));
        assertThat(parse("include=com.acme,print=off").stderr())
                .isEqualTo(new StderrOptions(false, false, TotalsForm.NONE, "self", 50_000_000));
    }

    @Test
    void include_isEnough() throws OptionException {
        assertThat(parse("include=com.acme"))
                .isEqualTo(new AgentOptions(
                        new WeavingOptions(
                                List.of("com.acme"),
                                List.of(),
                                false,
                                false,
                                false,
                                new CallbackOptions(
                                        CallbackPolicy.ALL,
                                        false,
                                        TaskPolicy.ALL,
                                        List.of(),
                                        List.of(),
                                        List.of(),
                                        List.of(),
                                        Integer.MAX_VALUE),
                                List.of("http", "jdbc", "log"),
                                new SampleShare(1),
                                0,
                                "",
                                List.of(),
                                List.of()),
                        new BufferOptions(FullPolicy.WAIT, 1_000_000_000, 0, 0, 65_536, 64 << 20),
                        new FileOptions("jtracer-%p.json", 0, 500, 256 << 20, 5_000_000_000L, 0, 0, false),
                        new SwitchOptions(new SampleShare(1), true, "URG", true, true),
                        new StderrOptions(false, false, TotalsForm.TABLES, "self", 50_000_000),
                        new ServiceIdentity("", "", HOST)));
    }

    @Test
    void every_optionIsRead() throws OptionException {
        AgentOptions options = parse(
                "include=com.acme;com.b+com.c#get*,exclude=com.acme.gen,output=/tmp/%p-%n.jtr,"
                        + "name=checkout,sample=1/100,sample-calls=1/1,budget=0.5%,budget-file=/tmp/dropped,start=off,signal=sigwinch,print=calls+totals,sort=p99,quiet=on,wait=3ms,ring=64m,min=0.2ms,depth=50,buffer=128k,spool=8m,"
                        + "exit=2s,accessors=on,clinit=true,proxies=show,callbacks=lambdas,boundary=on,tasks=pools,"
                        + "callback-include=org.lib,callback-exclude=java.util.Comparator;com.acme.hot,"
                        + "callback-types=com.acme.*Listener,callback-exact=com.acme.Bus,callback-runs=1000,"
                        + "context=http+jdbc,args=com.acme.Order#total,args-tostring=com.acme.Money,jmx=off,stall=off,segment=16m");

        assertThat(options)
                .isEqualTo(new AgentOptions(
                        new WeavingOptions(
                                List.of("com.acme", "com.b", "com.c#get*"),
                                List.of("com.acme.gen"),
                                true,
                                true,
                                true,
                                new CallbackOptions(
                                        CallbackPolicy.LAMBDAS,
                                        true,
                                        TaskPolicy.POOLS,
                                        List.of("org.lib"),
                                        List.of("java.util.Comparator", "com.acme.hot"),
                                        List.of("com.acme.*Listener"),
                                        List.of("com.acme.Bus"),
                                        1_000),
                                List.of("http", "jdbc"),
                                new SampleShare(1),
                                0.005,
                                "/tmp/dropped",
                                List.of("com.acme.Order#total"),
                                List.of("com.acme.Money")),
                        new BufferOptions(FullPolicy.RING, 3_000_000, 64 << 20, 0, 128 << 10, 8 << 20),
                        new FileOptions("/tmp/%p-%n.jtr", 200_000, 50, 16 << 20, 2_000_000_000, 0, 0, false),
                        new SwitchOptions(new SampleShare(100), false, "WINCH", false, true),
                        new StderrOptions(true, true, TotalsForm.NONE, "p99", 0),
                        new ServiceIdentity("checkout", "", HOST)));
    }

    @Test
    void budgetFile_needsABudget() {
        assertThatThrownBy(() -> parse("include=com.acme,budget-file=dropped"))
                .isInstanceOf(OptionException.class)
                .hasMessage("option budget-file='dropped' lacks its budget; add budget=5%");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Windows 11", "Mac OS X"})
    void budget_needsLinux(String system) {
        Properties properties = new Properties();
        properties.setProperty("os.name", system);

        assertThatThrownBy(() -> new AgentOptionsParser(properties, Map.of()).parse("include=com.acme,budget=5%"))
                .isInstanceOf(OptionException.class)
                .hasMessage(
                        "option budget='5%' needs the CPU times that Linux counts; omit it, or write sample-calls=1/100");
    }

    @Test
    void signal_isOffByDefaultWhereThereIsNone() throws OptionException {
        Properties windows = new Properties();
        windows.setProperty("os.name", "Windows 11");
        AgentOptionsParser parser = new AgentOptionsParser(windows, Map.of());

        assertThat(parser.parse("include=com.acme").switches().signal()).isNull();
        assertThat(parser.parse("include=com.acme,signal=BREAK").switches().signal())
                .isEqualTo("BREAK");
        assertThat(parse("include=com.acme").switches().signal()).isEqualTo("URG");
    }

    @Test
    void pathsOfWindows_needNoQuotesUnlessTheyHaveCommas() throws OptionException {
        assertThat(parse("include=com.acme,output=C:\\traces\\new\\a b.json")
                        .files()
                        .output())
                .isEqualTo("C:\\traces\\new\\a b.json");
        assertThat(parse("include=com.acme,output=\"C:\\a, b.json\",start=off")
                        .files()
                        .output())
                .isEqualTo("C:\\a, b.json");
    }

    @Test
    void signal_canBeOff() throws OptionException {
        assertThat(parse("include=com.acme,signal=off").switches().signal()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jtracer.meters", "jtracer.meters[0]", "jtracer.test.keep", "jtracer.test.slow"})
    void propertiesOfModules_areNoOptions(String property) throws OptionException {
        systemProperties.setProperty(property, "com.acme.Orders.price");

        assertThat(parse("include=com.acme").switches().start()).isTrue();
    }

    @Test
    void sources_winInTheirOrder() throws Exception {
        Path file = file("min=4ms\ndepth=4\nspool=4m\nexit=4s\n");
        environment.put("JTRACER_DEPTH", "3");
        environment.put("JTRACER_SPOOL", "3m");
        environment.put("JTRACER_EXIT", "3s");
        systemProperties.setProperty("jtracer.spool", "2m");
        systemProperties.setProperty("jtracer.exit", "2s");

        AgentOptions options = parse("include=com.acme,exit=1s,config=" + file);

        assertThat(options.files().minNanos()).isEqualTo(4_000_000);
        assertThat(options.files().depth()).isEqualTo(3);
        assertThat(options.buffers().spoolBytes()).isEqualTo(2 << 20);
        assertThat(options.files().exitNanos()).isEqualTo(1_000_000_000);
    }

    @Test
    void options_mayAllComeFromTheEnvironment() throws Exception {
        environment.put("JTRACER_CONFIG", file("include=com.acme\nquiet=on\n").toString());

        assertThat(new AgentOptionsParser(systemProperties, environment)
                        .parse("")
                        .weaving()
                        .include())
                .containsExactly("com.acme");
    }

    @Test
    void environment_mayHoldVariablesOfOthers() throws OptionException {
        environment.put("JTRACER_PORT", "tcp://10.0.0.1:80");

        assertThat(parse("include=com.acme").files().depth()).isEqualTo(500);
    }

    @Test
    void slow_impliesARing() throws OptionException {
        assertThat(parse("include=com.acme,slow=200ms").buffers())
                .isEqualTo(new BufferOptions(FullPolicy.RING, 1_000_000_000, 64 << 20, 200_000_000, 65_536, 64 << 20));
        assertThat(parse("include=com.acme,slow=1s,ring=1g").buffers().ringBytes())
                .isEqualTo(1 << 30);
        assertThat(parse("include=com.acme,slow=off").buffers().full()).isEqualTo(FullPolicy.WAIT);
        assertThat(parse("include=com.acme,slow=1s,full=ring").buffers().ringBytes())
                .isEqualTo(64 << 20);
    }

    @Test
    void rotate_namesFilesOfManyJvms() throws OptionException {
        FileOptions files = parse("include=com.acme,rotate=10m,keep=2g").files();

        assertThat(files.output()).isEqualTo("jtracer-%s-%h-%p-%t.jtr");
        assertThat(files.rotateNanos()).isEqualTo(600_000_000_000L);
        assertThat(files.rotateBytes()).isEqualTo(256 << 20);
        assertThat(parse("include=com.acme,rotate=10m,keep=80m,output=a.jtr").files())
                .extracting(FileOptions::output, FileOptions::rotateBytes)
                .containsExactly("a.jtr", 10L << 20);
        assertThat(parse("include=com.acme,rotate=off,ring=1m").files().rotates())
                .isFalse();
    }

    @Test
    void slow_contradictsAWholeRecording() {
        assertThat(problem("include=com.acme,slow=1s,ring=0"))
                .isEqualTo("option slow='1s' needs a ring to keep from; omit ring= or set its size");
        assertThat(problem("include=com.acme,slow=1s,full=wait"))
                .isEqualTo("options full='wait' and slow='1s' contradict each other; omit one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "include=", "include=;", "quiet=on"})
    void include_isRequired(String arguments) {
        assertThat(problem(arguments))
                .isEqualTo("option 'include' is missing; name what to trace, such as include=com.acme");
    }

    @Test
    void unknownOption_namesTheNearest() {
        assertThat(problem("include=com.acme,outptu=x.json"))
                .isEqualTo("unknown option 'outptu'; did you mean 'output'?");
    }

    @Test
    void unknownOption_listsAllWhenNoneIsNear() {
        assertThat(problem("include=com.acme,colour=red"))
                .startsWith("unknown option 'colour'; known are include exclude output");
    }

    @Test
    void unknownOption_saysWhereItStands() throws IOException {
        Path file = file("mni=3ms\n");

        assertThat(problem("include=com.acme,config=" + file))
                .isEqualTo("unknown option 'mni' (in " + file + "); did you mean 'min'?");

        systemProperties.setProperty("jtracer.ful", "drop");
        assertThat(problem("include=com.acme"))
                .isEqualTo("unknown option 'ful' (in -Djtracer.ful); did you mean 'full'?");
    }

    @Test
    void unreadableValue_saysWhereItCameFrom() {
        environment.put("JTRACER_MIN", "fast");

        assertThat(problem("include=com.acme"))
                .isEqualTo("option 'min': 'fast' is not a duration; write a number and a unit, such as 5ms"
                        + " (units: ns us ms s m) (it comes from JTRACER_MIN)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    buffer=48k        | option 'buffer': '48k' is not a power of two; write 16k, 32k, 64k, 128k, 256k, 512k or 1m
                    buffer=8k         | option 'buffer': '8k' is not in range; the lowest value is 16k
                    buffer=2m         | option 'buffer': '2m' is not in range; the highest value is 1m
                    buffer=64q        | option 'buffer': '64q' is not a size; write a number and a unit, such as 64k (units: k m g)
                    spool=512k        | option 'spool': '512k' is not in range; the lowest value is 1m
                    depth=0           | option 'depth': '0' is not in range; the lowest value is 2
                    depth=ten         | option 'depth': 'ten' is not a count; write a whole number
                    quiet=maybe       | option 'quiet': 'maybe' is not accepted; write on or off
                    print=all         | option 'print': 'all' is not accepted; write tables or totals or calls or off
                    full=block        | option 'full': 'block' is not accepted; write wait or drop or ring
                    output=trace.txt  | option 'output': 'trace.txt' is not a known kind of file; end it with .json, .json.gz or .jtr
                    full=ring         | option full=ring lacks its size; add ring=64m
                    ring=200          | option 'ring': '200' is not 0 or at least 64k; write a number and a unit, such as 64m
                    full=drop,ring=1m | options full='drop' and ring='1m' contradict each other; omit one
                    rotate=10m,ring=1m | options rotate='10m' and ring='1m' contradict each other: rotate= keeps all, and keep=2g bounds its files; omit one
                    rotate=10m,slow=1s | options rotate='10m' and slow='1s' contradict each other: rotate= keeps all, and keep=2g bounds its files; omit one
                    sample-calls=1/9,slow=1s | options sample-calls='1/9' and slow='1s' contradict each other: most slow calls would not be seen; omit one
                    sample-calls=1/9,boundary=on | options sample-calls='1/9' and boundary='on' contradict each other: calls of code that is not included are not sampled; omit one
                    totals=off,slow=1s | options totals='off' and slow='1s' contradict each other: how long a call lasts is not known; omit one
                    totals=off,print=tables+calls | options totals='off' and print='tables+calls' contradict each other; omit one
                    totals=off,print=totals | options totals='off' and print='totals' contradict each other; omit one
                    rotate=10m,jfr=on | options jfr='on' and rotate='10m' contradict each other: a JFR recording is one file; omit one
                    rotate=1ms | option 'rotate': '1ms' is not in range; the lowest value is 10ms
                    rotate=500m,keep=1k | option 'keep': '1k' is not in range; the lowest value is 1m
                    keep=2g | option keep='2g' deletes closed files, and a recording has one; add rotate=10m
                    rotate=10m,output=a.json | option 'output': 'a.json' is not a recording, and rotate= makes several files of these alone; end it with .jtr
                    callbacks=off,boundary=on | option boundary=on finds no call while callbacks are off; add callbacks=all
                    callbacks=off,tasks=all | option tasks='all' links nothing while callbacks are off; add callbacks=all
                    context=jdbc+log | option context='jdbc+log' has trace ids for no requests; write context=http+log
                    quiet=on,quiet=on | option 'quiet' is given twice; omit one, or put ';' between the names of a list
                    com.b             | 'com.b' is not key=value; write include=com.acme for a package, and ';' between the names of a list
                    """)
    void badValue_isExplainedInOneLine(String arguments, String message) {
        assertThat(problem("include=com.acme," + arguments)).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "QUIT", "USR2", "SIGUSR2", "segv", "PROF", "VTALRM", "TRAP", "BUS", "STKFLT", "ILL", "FPE", "KILL",
                "STOP", "HUP", "INT", "TERM"
            })
    void signal_thatTheJvmNeedsIsRefused(String name) {
        assertThat(problem("include=com.acme,signal=" + name))
                .startsWith("signal '" + name + "' cannot be used: ")
                .endsWith("; use signal=URG");
    }

    @Test
    void signal_thatSurprisesIsAllowedWithAWarning() throws OptionException {
        assertThat(parse("include=com.acme,signal=PIPE").switches().signal()).isEqualTo("PIPE");
        assertThat(ToggleSignals.warning("PIPE")).contains("closed socket");
        assertThat(ToggleSignals.warning("URG")).isNull();
    }

    @Test
    void config_mustExist() {
        Path missing = directory.resolve("missing.properties");

        assertThat(problem("config=" + missing))
                .isEqualTo("config file '" + missing + "' does not exist; create it or change config=");
    }

    @Test
    void config_mustBeReadable() throws IOException {
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

        assertThat(problem("config=" + binary)).startsWith("config file '" + binary + "' cannot be read (");
        assertThat(problem("config=" + directory)).startsWith("config file '" + directory + "' cannot be read (");
    }

    @Test
    void explain_namesNoSignalOnWindows() throws OptionException {
        Properties windows = new Properties();
        windows.setProperty("os.name", "Windows 11");
        AgentOptionsParser parser = new AgentOptionsParser(windows, Map.of());

        assertThat(parser.explain("include=a")).contains(new ExplainedOption("signal", "off", "default on Windows"));
        assertThat(parser.explain("include=a,signal=BREAK"))
                .contains(new ExplainedOption("signal", "BREAK", "agent argument"));
    }

    @Test
    void checkKeys_leavesValuesToTheOtherJvm() throws OptionException {
        AgentOptionsParser.checkKeys("min=fast");

        assertThatThrownBy(() -> AgentOptionsParser.checkKeys("mni=5ms"))
                .isInstanceOf(OptionException.class)
                .hasMessageContaining("'min'");
    }
}
