// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/** A broker of Kafka that is its own controller, in this JVM. It is not traced. */
public final class Broker {
    private Broker() {}

    /** Starts one in the working directory, and returns its address. */
    public static String start() throws IOException {
        String controller;
        String address;
        try (ServerSocket first = new ServerSocket(0);
                ServerSocket second = new ServerSocket(0)) {
            controller = "localhost:" + first.getLocalPort();
            address = "localhost:" + second.getLocalPort();
        }
        Properties settings = new Properties();
        settings.putAll(java.util.Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@" + controller,
                "controller.listener.names", "CONTROLLER",
                "listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller,
                "log.dirs", Path.of("kafka").toAbsolutePath().toString(),
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "1",
                "group.initial.rebalance.delay.ms", "0",
                "num.partitions", "2"));
        Path file = Files.createTempFile(Path.of("").toAbsolutePath(), "kafka", ".properties");
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            for (String name : settings.stringPropertyNames()) {
                out.println(name + "=" + settings.getProperty(name));
            }
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        String[] format = List.of("format", "-t", Uuid.randomUuid().toString(), "-c", file.toString())
                .toArray(String[]::new);
        if (StorageTool.execute(format, new PrintStream(said, true, StandardCharsets.UTF_8)) != 0) {
            throw new IOException(said.toString(StandardCharsets.UTF_8));
        }
        new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM).startup();
        return address;
    }
}
