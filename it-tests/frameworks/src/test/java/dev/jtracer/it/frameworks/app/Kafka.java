// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.frameworks.app;

import dev.jtracer.it.frameworks.Broker;
import dev.jtracer.it.frameworks.Clients;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;

/** A producer and a consumer of Kafka, whose records are the numbers of requests. */
public final class Kafka {
    private static final String TOPIC = "orders";

    private final KafkaProducer<Integer, Integer> producer;
    private final KafkaConsumer<Integer, Integer> consumer;
    private final Executor pool = Executors.newFixedThreadPool(4);

    private Kafka(String address) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", address), new IntegerSerializer(), new IntegerSerializer());
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", address, "group.id", "packers", "auto.offset.reset", "earliest"),
                new IntegerDeserializer(),
                new IntegerDeserializer());
    }

    /** Takes the number of requests. */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Kafka application = new Kafka(Broker.start());
        int requests = Integer.parseInt(args[0]);
        Thread packer = new Thread(() -> application.consume(requests));
        packer.start();
        Clients.send(requests, application::request);
        packer.join();
        Work.exit();
    }

    private void request(int rid) {
        Work.called();
        Work.begins();
        producer.send(new ProducerRecord<>(TOPIC, rid, rid), (written, failure) -> {
            Work.work(rid);
            pool.execute(() -> {
                Work.work(rid);
                Work.ends();
            });
        });
    }

    private void consume(int requests) {
        consumer.subscribe(List.of(TOPIC));
        int received = 0;
        while (received < requests) {
            for (ConsumerRecord<Integer, Integer> order : consumer.poll(Duration.ofMillis(100))) {
                Packer.request(pool, order.value());
                received++;
            }
        }
    }

    /** Begins a request of its own for each record: nothing leads through the network. */
    private static final class Packer {
        static void request(Executor pool, int rid) {
            Work.called();
            Work.begins();
            pool.execute(() -> {
                Work.work(rid);
                Work.ends();
            });
        }
    }
}
