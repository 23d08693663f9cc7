// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.it.app.ChangingValues;
import dev.jtracer.it.app.Values;
import dev.jtracer.it.harness.JvmCommand;
import dev.jtracer.it.harness.JvmResult;
import dev.jtracer.it.harness.Jvms;
import dev.jtracer.it.harness.SpanArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The arguments and results of the methods that args= names. */
class ArgumentsIT {
    private static final String APP = "dev.jtracer.it.app.Values$";
    private static final String KINDS = APP + "Kinds";
    private static final String NAMED =
            "numbers boxes texts constant lengths collections objects subclasses login setToken ofClass fails"
                    .replaceAll("(^| )", "+" + KINDS.replace("$", "\\$") + "#")
                    .substring(1);

    @RegisterExtension
    final Jvms jvms = new Jvms();

    @Test
    void valuesOfEveryKind_areShownAndNothingOfTheApplicationIsCalled() throws IOException {
        JvmCommand app = values("args=" + NAMED);

        JvmResult traced = app.run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout()).isEqualTo(app.runUntraced().stdout());
        Path trace = traced.files(".json").get(0);
        String longText = "y".repeat(199) + "…";
        assertThat(spans(trace))
                .containsExactly(
                        "numbers {arguments=z=true, b=1, s=2, c=\"c\", i=3, j=4, f=5.5, d=6.5} {result=121.0}",
                        "boxes {arguments=number=1, big=2, letter=\"x\", nothing=null} {result=3}",
                        "texts {arguments=shortText=\"a \"quoted\" ; \u00fc\n\", longText=\"" + longText
                                + "\"} {result=\"yyyyyyyyyya \"quoted\" ; \u00fc\n\"}",
                        "constant {arguments=state=NEW} {result=RUNNABLE}",
                        "lengths {arguments=numbers=int[3], texts=java.lang.String[][2], letters=char[3]} {result=int[8]}",
                        "collections {arguments=list=java.util.ArrayList(2), map=java.util.HashMap(1),"
                                + " constant=java.util.ImmutableCollections$ListN(3),"
                                + " view=java.util.Collections$UnmodifiableList} {result=java.util.ArrayList(2)}",
                        "objects {arguments=watched=" + APP + "Watched, money=" + APP + "Money, broken=" + APP
                                + "Broken, endless=" + APP + "Endless} {result=" + APP + "Watched}",
                        "subclasses {arguments=flavour=SWEET, number=" + APP + "Fraction, tree=java.util.TreeSet,"
                                + " view=java.util.TreeSet} {result=java.util.TreeSet}",
                        "login {arguments=user=\"me\", password=***} {result=false}",
                        "setToken {arguments=value=***} {}",
                        "notNamed {} {}",
                        "ofClass {arguments=first=1, last=\"last\"} {}",
                        "fails {arguments=number=7} {threw=true, exception=java.lang.IllegalStateException}");
        assertThat(Files.readString(trace)).doesNotContain("hunter2", "secret key");
    }

    @Test
    void toString_isCalledOnTheNamedTypesAlone() throws IOException {
        JvmCommand app = values(
                "args=" + KINDS + "#objects,args-tostring=" + APP + "Money+" + APP + "Broken+" + APP + "Endless");

        JvmResult traced = app.run();

        assertThat(traced.stdout())
                .as(traced.stderr())
                .isEqualTo(app.runUntraced().stdout());
        assertThat(spans(traced.files(".json").get(0)))
                .filteredOn(span -> span.startsWith("objects"))
                .containsExactly(
                        "objects {arguments=watched=null, money=" + APP + "Endless, broken=" + APP + "Endless, endless="
                                + APP + "Endless} {result=null}",
                        "objects {arguments=watched=" + APP + "Watched, money=5 cents, broken=" + APP
                                + "Broken (toString threw java.lang.UnsupportedOperationException), endless=endless true}"
                                + " {result=" + APP + "Watched}");
    }

    @Test
    void formats_showArgumentsAndResults() throws IOException {
        Path recording = values("args=" + KINDS + "#login,output=trace.jtr")
                .run()
                .files(".jtr")
                .get(0);
        for (String format : List.of("chrome-x", "perfetto")) {
            Path converted = recording.resolveSibling("trace-" + format);
            JvmResult result = jvms.jtracer(
                            "convert", recording.toString(), "--format", format, "-o", converted.toString())
                    .run();

            assertThat(result.exitCode()).as(result.stderr()).isZero();
            assertThat(Files.readString(converted, java.nio.charset.StandardCharsets.ISO_8859_1))
                    .contains("arguments", "password=***", "result");
        }
    }

    @Test
    void printedCalls_showArgumentsAndResults() {
        JvmResult traced = values("print=calls,args=" + KINDS + "#login+" + KINDS + "#fails")
                .run();

        assertThat(traced.stderr())
                .contains(
                        KINDS + ".login(user=\"me\", password=***) [main]",
                        KINDS + ".login = false [main]",
                        KINDS + ".fails(number=7) [main]",
                        KINDS + ".fails threw java.lang.IllegalStateException [main]",
                        KINDS + ".notNamed [main]");
    }

    /** The JDK's collections are not made for this, but what the application sees must not depend on the tracer. */
    @Test
    void collectionsThatOtherThreadsChange_areRecorded() {
        JvmCommand app = jvms.app(ChangingValues.class)
                .jvm("-Xverify:all")
                .agent("include=" + ChangingValues.class.getName() + "#use,args=" + ChangingValues.class.getName()
                        + "#use,output=changing.jtr");

        JvmResult traced = app.run();

        assertThat(traced.exitCode()).as(traced.stderr()).isZero();
        assertThat(traced.stdout())
                .isEqualTo("20000 uses\n")
                .isEqualTo(app.runUntraced().stdout());
        assertThat(traced.stderr()).doesNotContain("please report", "Exception", "lost");
    }

    private JvmCommand values(String options) {
        return jvms.app(Values.class).jvm("-Xverify:all").agent("include=" + KINDS + "," + options);
    }

    private static List<String> spans(Path trace) throws IOException {
        return SpanArguments.read(trace, name -> name.startsWith(KINDS)).stream()
                .map(span -> span.substring(KINDS.length() + 1))
                .toList();
    }
}
