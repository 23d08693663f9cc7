// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.it.app.library;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Objects written as JSON and read back by Jackson. */
public final class JacksonMapping {
    private JacksonMapping() {}

    /** Prints the JSON, and what was read from it. */
    public static void main(String[] args) throws IOException {
        ObjectMapper mapper = new ObjectMapper()
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .registerModule(new SimpleModule().addSerializer(new MoneySerializer()));
        String json = mapper.writeValueAsString(drawing());
        System.out.println(json);
        System.out.println(mapper.readValue(json, Drawing.class).shapes.size());
        System.out.println(mapper.writeValueAsString(new Money(1_250)));
        tree(mapper);
        failures(mapper);
        for (int i = 0; i < 200; i++) {
            json = mapper.writeValueAsString(mapper.readValue(json, Drawing.class));
        }
        System.out.println(json.hashCode());
    }

    private static Drawing drawing() {
        Drawing drawing = new Drawing();
        drawing.name = "plan";
        drawing.shapes.add(new Circle(2.5));
        drawing.shapes.add(new Box(3, 4));
        drawing.colours.put(Colour.RED, List.of("f00", "e00"));
        drawing.notes.put("b", 2);
        drawing.notes.put("a", 1);
        return drawing;
    }

    private static void tree(ObjectMapper mapper) throws IOException {
        JsonNode node = mapper.readTree("{\"a\":[1,2,{\"b\":null}],\"c\":1e3}");
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        System.out.println(names + " " + node.at("/a/1") + " "
                + Optional.of(node.get("c")).map(JsonNode::asInt).get());
        Map<String, Object> map = mapper.convertValue(node, new TypeReference<>() {});
        System.out.println(new TreeMap<>(map));
    }

    private static void failures(ObjectMapper mapper) {
        for (String json : List.of("{\"nothing\":1}", "{", "[]")) {
            try {
                mapper.reader()
                        .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                        .readValue(json, Drawing.class);
            } catch (JsonProcessingException e) {
                System.out.println(e.getClass().getSimpleName());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A bean with fields. */
    public static final class Drawing {
        public String name = "";
        public final List<Shape> shapes = new ArrayList<>();
        public final Map<Colour, List<String>> colours = new EnumMap<>(Colour.class);
        public final Map<String, Integer> notes = new TreeMap<>();
    }

    /** Distinguished by a property. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Box.class, name = "box")
    })
    public interface Shape {}

    /** A record. */
    public record Circle(double radius) implements Shape {}

    /** Made by a constructor. */
    public static final class Box implements Shape {
        private final int width;
        private final int height;

        /** Called by Jackson. */
        @JsonCreator
        public Box(@JsonProperty("width") int width, @JsonProperty("height") int height) {
            this.width = width;
            this.height = height;
        }

        public int getWidth() {
            return width;
        }

        public int getHeight() {
            return height;
        }
    }

    /** An enum as key of a map. */
    public enum Colour {
        RED,
        GREEN
    }

    private record Money(long cents) {}

    private static final class MoneySerializer extends StdSerializer<Money> {
        private static final long serialVersionUID = 1;

        MoneySerializer() {
            super(Money.class);
        }

        @Override
        public void serialize(Money money, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(new Euros().convert(money));
        }
    }

    private static final class Euros extends StdConverter<Money, String> {
        @Override
        public String convert(Money money) {
            return money.cents() / 100 + "," + money.cents() % 100;
        }
    }
}
