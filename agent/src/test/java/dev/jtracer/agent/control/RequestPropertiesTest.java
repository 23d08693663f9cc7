// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import jdk.internal.vm.VMSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestPropertiesTest {
    private static final AttachRequest STOP = new AttachRequest("5f", "stop", "totals=off");

    private final Properties original = new Properties();
    private final List<AttachRequest> executed = new ArrayList<>();

    private final List<String> problems = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    Path directory;

    @Test
    void request_isExecutedOnceBeforeTheReading() throws IOException {
        RequestProperties properties = properties(request -> {
            executed.add(request);
            original.setProperty("reply", "done");
        });
        Path file = announced(properties);

        Files.write(file, RequestFile.content(STOP));

        assertThat(properties.stringPropertyNames()).contains("reply");
        assertThat(properties.getProperty("reply")).isEqualTo("done");
        assertThat(announced(properties)).isNotEqualTo(file);
        assertThat(directory).isEmptyDirectory();
        assertThat(executed).containsExactly(STOP);
    }

    @Test
    void reply_isThereForOneReading() throws IOException {
        RequestProperties properties =
                properties(request -> new AttachReplies(original).reply(request, Reply.done("stopped"), problems::add));
        new AttachReplies(original).reply(new AttachRequest("60", "start", ""), Reply.done("kept"), problems::add);

        Files.write(announced(properties), RequestFile.content(STOP));

        Properties reading = reading(properties);
        assertThat(AttachReplies.find(reading, "5f")).isEqualTo(Reply.done("stopped"));
        assertThat(AttachReplies.find(reading, "60")).isEqualTo(Reply.done("kept"));
        reading = reading(properties);
        assertThat(AttachReplies.find(reading, "5f")).isNull();
        assertThat(AttachReplies.find(reading, "60")).isNotNull();
    }

    /** Reads the properties as the JVM does for a tool. */
    private static Properties reading(Properties properties) {
        Properties read = new Properties();
        for (String key : properties.stringPropertyNames()) {
            read.put(key, properties.getProperty(key));
        }
        return read;
    }

    @Test
    void incompleteRequest_waits() throws IOException {
        RequestProperties properties = properties(executed::add);
        Path file = announced(properties);
        byte[] content = RequestFile.content(STOP);

        Files.write(file, Arrays.copyOf(content, content.length - 1));
        assertThat(announced(properties)).isEqualTo(file);
        assertThat(executed).isEmpty();
        Files.write(file, content);
        properties.stringPropertyNames();

        assertThat(executed).containsExactly(STOP);
    }

    @Test
    void requestOfAToolThatWasKilled_isNotExecutedLater() throws IOException {
        RequestProperties properties = properties(executed::add);
        Path file = announced(properties);
        Files.write(file, RequestFile.content(STOP));
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 60_000));

        Path next = announced(properties);
        assertThat(executed).isEmpty();
        assertThat(next).isNotEqualTo(file);
        Files.write(next, RequestFile.content(STOP));
        properties.stringPropertyNames();

        assertThat(executed).containsExactly(STOP);
    }

    @Test
    void incompleteRequestOfAToolThatWasKilled_occupiesNoName() throws IOException {
        RequestProperties properties = properties(executed::add);
        Path file = Files.write(announced(properties), new byte[] {'r'});
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 60_000));

        assertThat(announced(properties)).isNotEqualTo(file);
    }

    @Test
    void fileThatIsTooLarge_occupiesNoName() throws IOException {
        RequestProperties properties = properties(executed::add);
        Path file = Files.write(announced(properties), new byte[(64 << 10) + 1]);

        assertThat(announced(properties)).isNotEqualTo(file);
        assertThat(executed).isEmpty();
    }

    @Test
    void fileThatIsNoText_occupiesNoName() throws IOException {
        RequestProperties properties = properties(executed::add);
        Path file = Files.write(announced(properties), new byte[] {(byte) 0xff, '\n'});

        assertThat(announced(properties)).isNotEqualTo(file);
        assertThat(executed).isEmpty();
    }

    @Test
    void linkInItsPlace_isNotFollowed() throws IOException {
        RequestProperties properties = properties(executed::add);
        Path elsewhere = Files.write(directory.resolve("elsewhere"), RequestFile.content(STOP));
        Path file = Files.createSymbolicLink(announced(properties), elsewhere);

        assertThat(announced(properties)).isNotEqualTo(file);
        assertThat(executed).isEmpty();
    }

    @Test
    void faultOfARequest_isReportedAndHidesNoProperty() throws IOException {
        original.setProperty("sun.java.command", "Main");
        RequestProperties properties = properties(request -> {
            throw new IllegalStateException("bug");
        });
        Path file = announced(properties);

        Files.write(file, RequestFile.content(STOP));

        assertThat(properties.stringPropertyNames()).contains("sun.java.command");
        assertThat(announced(properties)).isNotEqualTo(file);
        assertThat(problems)
                .containsExactly("the command 'stop' ended early (java.lang.IllegalStateException: bug);"
                        + " look at the tracer's state by status");
    }

    @Test
    void whatTheJdkReadsAndSets_isInItsOwnTable() {
        original.setProperty("port", "5005");
        RequestProperties properties = properties(executed::add);

        assertThat(properties.stringPropertyNames()).contains("port");
        assertThat(properties.getProperty("port")).isEqualTo("5005");
        assertThat(properties.get("port")).isEqualTo("5005");
        assertThat(properties.put("port", "8000")).isEqualTo("5005");
        properties.setProperty("address", "localhost");
        assertThat(original).contains(entry("port", "8000"), entry("address", "localhost"));
        assertThat(properties.remove("port")).isEqualTo("8000");
        assertThat(original).doesNotContainKey("port");
        assertThat(properties.getProperty("port")).isNull();
    }

    @Test
    void jdksProperties_areBackAfterwards() {
        Properties before = VMSupport.getAgentProperties();
        before.setProperty("kept", "before");

        RequestProperties installed =
                requireNonNull(RequestProperties.install(directory, executed::add, problems::add));
        assertThat(VMSupport.getAgentProperties()).isSameAs(installed);
        VMSupport.getAgentProperties().setProperty("added", "meanwhile");
        assertThat(VMSupport.getAgentProperties().getProperty("kept")).isEqualTo("before");
        VMSupport.getAgentProperties().stringPropertyNames();
        installed.uninstall();

        assertThat(VMSupport.getAgentProperties()).isSameAs(before);
        assertThat(before).containsEntry("added", "meanwhile");
        assertThat(RequestFile.announced(before)).isNull();
        assertThat(directory).isEmptyDirectory();
    }

    private RequestProperties properties(Consumer<AttachRequest> executor) {
        return new RequestProperties(original, directory, executor, problems::add);
    }

    private static Path announced(Properties properties) {
        properties.stringPropertyNames();
        return requireNonNull(RequestFile.announced(properties));
    }
}
