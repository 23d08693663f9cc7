// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.object.TracedObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectTypesTest {
    /** A queue, which knows its length. */
    private static final class QueueType implements ObjectType {
        @Override
        public TypeKey key() {
            return TypeKey.names("Queue");
        }

        @Override
        public ObjectInstance create(TracedObject object, ObjectTypes types) {
            return new Queue(object, types);
        }

        @Override
        public ObjectSnapshot create(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
            return new QueueSnapshot(instance, snapshot, types);
        }
    }

    private static final class Queue extends ObjectInstance {
        Queue(TracedObject object, ObjectTypes types) {
            super(object, types);
        }

        @Override
        public String title() {
            return "queue of " + snapshots().size() + " states";
        }
    }

    private static final class QueueSnapshot extends ObjectSnapshot {
        QueueSnapshot(ObjectInstance instance, TracedObject.Snapshot snapshot, ObjectTypes types) {
            super(instance, snapshot, types);
        }

        @Override
        public String title() {
            return content().number("length") + " waiting";
        }
    }

    private static ObjectTypes types(String lines) throws IOException {
        ObjectTypes types = new ObjectTypes(ViewedTrace.objects(lines));
        types.register(new QueueType());
        return types;
    }

    private static Args reference(String id) {
        return Args.of(Map.of("id_ref", id));
    }

    @Test
    void titles_areThoseOfTheType() throws IOException {
        ObjectTypes types = types("""
                N 1 1 Queue "id":"0x1"
                O 1 2 Queue "id":"0x1","args":{"snapshot":{"length":3}}
                O 1 5 Queue "id":"0x1","args":{"snapshot":{"length":4}}
                """);

        ObjectInstance queue = types.instances().get(0);

        assertThat(queue).isInstanceOf(Queue.class).hasToString("queue of 2 states");
        assertThat(queue.originalTitle()).isEqualTo("Queue");
        assertThat(queue.snapshots()).extracting(ObjectSnapshot::title).containsExactly("3 waiting", "4 waiting");
        assertThat(queue.snapshots()).extracting(ObjectSnapshot::tsNanos).containsExactly(2_000L, 5_000L);
    }

    @Test
    void unknownType_hasItsNameAndId() throws IOException {
        ObjectTypes types = types("""
                N 1 1 Stack "id":"0x1"
                O 1 2 Stack "id":"0x1","args":{"snapshot":{"length":3}}
                """);

        ObjectInstance stack = types.instances().get(0);

        assertThat(stack).isExactlyInstanceOf(ObjectInstance.class).hasToString("Stack 0x1");
        assertThat(stack.snapshots().get(0))
                .isExactlyInstanceOf(ObjectSnapshot.class)
                .hasToString("Stack 0x1");
    }

    @Test
    void typeRegisteredTwice_isRefused() throws IOException {
        ObjectTypes types = types("N 1 1 Queue \"id\":\"0x1\"");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> types.register(new QueueType()))
                .withMessageContaining("'Queue'");
    }

    @Test
    void reference_isResolvedToTheStateOfThatTimeAsItsType() throws IOException {
        ObjectTypes types = types("""
                O 1 1 Queue "id":"0x1","args":{"snapshot":{"length":3}}
                O 1 5 Queue "id":"0x1","args":{"snapshot":{"length":4}}
                O 1 3 Pool "id":"0x2","args":{"snapshot":{"queue":{"id_ref":"0x1"}}}
                O 1 6 Pool "id":"0x2","args":{"snapshot":{"queue":{"id_ref":"0x1"}}}
                """);
        List<ObjectSnapshot> pool = types.instances().get(1).snapshots();

        assertThat(pool.get(0).resolve(pool.get(0).content().object("queue")))
                .hasValueSatisfying(queue -> assertThat(queue).hasToString("3 waiting"));
        assertThat(pool.get(1).resolve(pool.get(1).content().object("queue")))
                .hasValueSatisfying(
                        queue -> assertThat(queue.instance().object().id().id()).isEqualTo("0x1"))
                .hasValueSatisfying(queue -> assertThat(queue).hasToString("4 waiting"));
        assertThat(pool.get(0).resolve(reference("0x3"))).isEmpty();
    }

    @Test
    void reference_ofACallIsResolvedByItsTime() throws IOException {
        ObjectTypes types = types("""
                N 1 1 Queue "id":"0x1"
                O 1 2 Queue "id":"0x1","args":{"snapshot":{"length":3}}
                D 1 5 Queue "id":"0x1"
                N 1 6 Queue "id":"0x1"
                O 1 6 Queue "id":"0x1","args":{"snapshot":{"length":3}}
                """);

        assertThat(types.resolve(1, reference("0x1"), 1_500)).isEmpty();
        assertThat(types.resolve(1, reference("0x1"), 4_000).orElseThrow().tsNanos())
                .isEqualTo(2_000);
        assertThat(types.resolve(1, reference("0x1"), 5_500)).isEmpty();
        // An equal state of another object: it must not be taken for the first.
        ObjectSnapshot second = types.resolve(1, reference("0x1"), 7_000).orElseThrow();
        assertThat(second.instance().object().createdNanos()).isEqualTo(6_000);
        assertThat(types.resolve(2, reference("0x1"), 7_000)).isEmpty();
    }

    @Test
    void implicitObject_isMadeOfItsTypeToo() throws IOException {
        ObjectTypes types = types("""
                O 1 3 Pool "id":"0x2","args":{"snapshot":{"queue":{"id":"Queue/0x1","length":7}}}
                """);
        ObjectSnapshot pool = types.instances().get(0).snapshots().get(0);

        assertThat(types.instances()).hasSize(2).last().isInstanceOf(Queue.class);
        assertThat(pool.resolve(pool.content().object("queue")))
                .hasValueSatisfying(queue -> assertThat(queue).hasToString("7 waiting"));
    }

    @Test
    void objectsThatReferToEachOther_areResolvedInCircles() throws IOException {
        ObjectTypes types = types("""
                O 1 3 Pool "id":"0x1","args":{"snapshot":{"other":{"id_ref":"0x2"}}}
                O 1 3 Pool "id":"0x2","args":{"snapshot":{"other":{"id_ref":"0x1"}}}
                """);
        ObjectSnapshot first = types.instances().get(0).snapshots().get(0);

        ObjectSnapshot second = first.resolve(first.content().object("other")).orElseThrow();

        assertThat(second).hasToString("Pool 0x2");
        assertThat(second.resolve(second.content().object("other")))
                .hasValueSatisfying(back -> assertThat(back).hasToString("Pool 0x1"));
    }
}
