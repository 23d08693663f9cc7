// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.agent.control;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import jdk.internal.vm.VMSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestPropertiesTest {
    private static final AttachRequest STOP = new AttachRequest("5f", "stop", "totals=off");

    private final Properties original = new Properties();
    private final List<AttachRequest> executed = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    Path directory;

    @Test
    void request_isExecutedOnceBeforeTheReading() throws IOException {
        RequestProperties properties = new RequestProperties(original, directory, request -> {
            executed.add(request);
            original.setProperty("reply", "done");
        });
        Path file = announced(properties);

        Files.write(file, RequestFile.content(STOP));

        assertThat(properties.stringPropertyNames()).contains("reply");
        assertThat(properties.getProperty("reply")).isEqualTo("done");
        assertThat(announced(properties)).isNotEqualTo(file);
        assertThat(file.getParent()).isEqualTo(directory);
        assertThat(executed).containsExactly(STOP);
    }

    @Test
    void incompleteRequest_waits() throws IOException {
        RequestProperties properties = new RequestProperties(original, directory, executed::add);
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
        RequestProperties properties = new RequestProperties(original, directory, executed::add);
        Path file = announced(properties);
        Files.write(file, RequestFile.content(STOP));
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 60_000));

        properties.stringPropertyNames();

        assertThat(executed).isEmpty();
    }

    @Test
    void linkInItsPlace_isNotFollowed() throws IOException {
        RequestProperties properties = new RequestProperties(original, directory, executed::add);
        Path elsewhere = Files.write(directory.resolve("elsewhere"), RequestFile.content(STOP));
        Files.createSymbolicLink(announced(properties), elsewhere);

        properties.stringPropertyNames();

        assertThat(executed).isEmpty();
    }

    @Test
    void failureOfARequest_hidesNoProperty() throws IOException {
        original.setProperty("sun.java.command", "Main");
        RequestProperties properties = new RequestProperties(original, directory, request -> {
            throw new IllegalStateException();
        });
        Path file = announced(properties);

        Files.write(file, RequestFile.content(STOP));

        assertThat(properties.stringPropertyNames()).contains("sun.java.command");
        assertThat(announced(properties)).isNotEqualTo(file);
    }

    @Test
    void jdksProperties_areBackAfterwards() {
        Properties before = VMSupport.getAgentProperties();
        before.setProperty("kept", "before");

        RequestProperties installed = requireNonNull(RequestProperties.install(directory, executed::add));
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

    private static Path announced(Properties properties) {
        properties.stringPropertyNames();
        return requireNonNull(RequestFile.announced(properties));
    }
}
