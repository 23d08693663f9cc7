// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.event.Args;
import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Among them catapult's tests of objects: those of its importer, of {@code time_to_object_instance_map}, of
 * {@code object_collection} and of {@code object_instance}.
 */
class ObjectSnapshotsHandlerTest {
    private static ObjectSnapshots objects(String lines) throws IOException {
        return HandlerRun.ofLines(new ObjectSnapshotsHandler(), lines);
    }

    private static ObjectId id(String id) {
        return new ObjectId(1, "ptr", id);
    }

    private static Args reference(String id) {
        return Args.of(Map.of("id_ref", id));
    }

    /** An object a line: {@code id category name(base type) life: snapshots}, in microseconds; {@code ?} is not traced. */
    private static String table(ObjectSnapshots objects) {
        return objects.objects().stream()
                .map(object -> object.id().id() + " " + object.category() + " " + object.name() + "("
                        + object.baseType() + ") " + (object.creationTraced() ? "" : "?")
                        + object.createdNanos() / 1000 + ".." + (object.deletionTraced() ? "" : "?")
                        + object.deletedNanos() / 1000 + ": "
                        + object.snapshots().stream()
                                .map(snapshot -> snapshot.tsNanos() / 1000 + "" + snapshot.content())
                                .collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void simpleObject_livesFromCreationToDeletion() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 10 Layer "cat":"cc","id":"0x1"
                O 1 15 Layer "cat":"cc","id":"0x1","args":{"snapshot":{"a":1}}
                O 1 20 Layer "cat":"cc","id":"0x1","args":{"snapshot":{"a":2}}
                D 1 50 Layer "cat":"cc","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("0x1 cc Layer(Layer) 10..50: 15{a=1} 20{a=2}");
        assertThat(objects.problems()).isEmpty();
    }

    @Test
    void implicitObject_existsWithoutHavingBeenCreated() throws IOException {
        ObjectSnapshots objects = objects("""
                i 1 5 start
                O 1 15 Layer "cat":"cc","id":"0x1","args":{"snapshot":{"a":1}}
                """);

        assertThat(table(objects)).isEqualTo("0x1 cc Layer(Layer) ?15..?15: 15{a=1}");
        assertThat(objects.snapshotAt(id("0x1"), 0))
                .hasValueSatisfying(snapshot -> assertThat(snapshot.tsNanos()).isEqualTo(15_000));
    }

    @Test
    void overrides_ofCategoryAndBaseTypeComeFromTheSnapshot() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 15 PictureLayer "cat":"cc","id":"0x1","args":{"snapshot":{"cat":"ui","base_type":"Layer","a":1}}
                """);

        assertThat(table(objects)).isEqualTo("0x1 ui PictureLayer(Layer) ?15..?15: 15{a=1}");
    }

    @Test
    void overrides_thatAreNoTextAreCountedAndIgnored() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 15 PictureLayer "cat":"cc","id":"0x1","args":{"snapshot":{"base_type":7}}
                """);

        assertThat(table(objects)).isEqualTo("0x1 cc PictureLayer(PictureLayer) ?15..?15: 15{}");
        assertThat(objects.problems()).hasToString("{BAD_OVERRIDE=1}");
    }

    @Test
    void twoObjects_mayHaveOneIdOneAfterTheOther() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 10 A "cat":"c","id":"0x1"
                D 1 15 A "cat":"c","id":"0x1"
                N 1 17 B "cat":"c","id":"0x1"
                D 1 20 B "cat":"c","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) 10..15: \n0x1 c B(B) 17..20: ");
        assertThat(objects.objectAt(id("0x1"), 9_999)).isEmpty();
        assertThat(objects.objectAt(id("0x1"), 10_000).orElseThrow().name()).isEqualTo("A");
        assertThat(objects.objectAt(id("0x1"), 14_999).orElseThrow().name()).isEqualTo("A");
        assertThat(objects.objectAt(id("0x1"), 15_000)).isEmpty();
        assertThat(objects.objectAt(id("0x1"), 16_000)).isEmpty();
        assertThat(objects.objectAt(id("0x1"), 17_000).orElseThrow().name()).isEqualTo("B");
        assertThat(objects.objectAt(id("0x1"), 20_000)).isEmpty();
    }

    @Test
    void snapshotAfterDeletion_isANewObject() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 10 A "cat":"c","id":"0x1"
                D 1 15 A "cat":"c","id":"0x1"
                O 1 20 A "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) 10..15: \n0x1 c A(A) ?20..?20: 20{a=1}");
        assertThat(objects.objectAt(id("0x1"), 17_000)).isEmpty();
    }

    @Test
    void earlySnapshot_isCountedAndStaysTheSameObject() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                N 1 10 A "cat":"c","id":"0x1"
                O 1 15 A "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) ?5..?15: 5{a=1} 15{a=2}");
        assertThat(objects.problems()).hasToString("{SNAPSHOT_BEFORE_CREATION=1}");
    }

    @Test
    void secondSnapshotOfOneTime_isCountedAndLeftOut() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                O 1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) ?5..?5: 5{a=1}");
        assertThat(objects.problems()).hasToString("{SECOND_SNAPSHOT_AT_ONE_TIME=1}");
    }

    @Test
    void secondCreation_isCountedAndStaysTheSameObject() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 5 A "cat":"c","id":"0x1"
                N 1 8 A "cat":"c","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) 5..?8: ");
        assertThat(objects.problems()).hasToString("{CREATED_TWICE=1}");
    }

    @Test
    void deletionBeforeCreation_isCountedAndEndsAnOlderObject() throws IOException {
        ObjectSnapshots objects = objects("""
                D 1 5 A "cat":"c","id":"0x1"
                N 1 8 A "cat":"c","id":"0x1"
                D 1 9 A "cat":"c","id":"0x1"
                D 1 11 A "cat":"c","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) ?5..5: \n0x1 c A(A) 8..9: \n0x1 c A(A) ?11..11: ");
        assertThat(objects.problems()).hasToString("{DELETED_BEFORE_CREATION=2}");
        assertThat(objects.objectAt(id("0x1"), 4_999)).isPresent();
        assertThat(objects.objectAt(id("0x1"), 10_000)).isEmpty();
    }

    @Test
    void changesOfCategoryNameAndBaseType_areCounted() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 5 A "cat":"c","id":"0x1"
                O 1 6 A "cat":"d","id":"0x1","args":{"snapshot":{}}
                O 1 7 B "cat":"c","id":"0x1","args":{"snapshot":{"base_type":"A"}}
                O 1 8 A "cat":"c","id":"0x1","args":{"snapshot":{"base_type":"C"}}
                D 1 9 B "cat":"d","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) 5..9: 6{} 7{} 8{}");
        assertThat(objects.problems()).hasToString("{CATEGORY_CHANGED=2, NAME_CHANGED=2, BASE_TYPE_CHANGED=1}");
    }

    @Test
    void events_withoutIdOrSnapshotAreCountedAndLeftOut() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 5 A "cat":"c"
                O 1 6 A "cat":"c","id":"0x1"
                O 1 7 A "cat":"c","id":"0x1","args":{"snapshot":{"id":"0x7","a":1}}
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) ?7..?7: 7{id=0x7, a=1}");
        assertThat(objects.problems()).hasToString("{MISSING_ID=1, MISSING_SNAPSHOT=1, ID_IN_SNAPSHOT=1}");
    }

    @Test
    void autoDeletion_isTheEndOfTheTrace() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 10 A "cat":"c","id":"0x1"
                i 1 90 end
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) 10..?90: ");
        assertThat(objects.objectAt(id("0x1"), 90_000)).isPresent();
    }

    @Test
    void scopesAndProcesses_keepObjectsApart() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1:1 1 A "cat":"c","id":"0x1","args":{"snapshot":{"n":1}}
                O 1:1 1 A "cat":"c","id":"0x1","scope":"cc","args":{"snapshot":{"n":2}}
                O 2:1 1 A "cat":"c","id":"0x1","args":{"snapshot":{"n":3}}
                O 2:1 1 A "cat":"c","id2":{"local":"0x1"},"scope":"cc","args":{"snapshot":{"n":4}}
                O 2:1 1 A "cat":"c","id2":{"global":"0x1"},"args":{"snapshot":{"n":5}}
                """);

        assertThat(objects.objects()).hasSize(5);
        assertThat(content(objects, new ObjectId(1, "cc", "0x1"))).isEqualTo("{n=2}");
        assertThat(content(objects, new ObjectId(2, "ptr", "0x1"))).isEqualTo("{n=3}");
        assertThat(content(objects, new ObjectId(2, "cc", "0x1"))).isEqualTo("{n=4}");
        assertThat(content(objects, new ObjectId(ObjectId.ALL_PROCESSES, "ptr", "0x1")))
                .isEqualTo("{n=5}");
    }

    private static String content(ObjectSnapshots objects, ObjectId id) {
        return objects.snapshotAt(id, 1_000)
                .map(snapshot -> snapshot.content().toString())
                .orElse("");
    }

    @Test
    void snapshotAt_isTheLastUntilThen() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 10 A "cat":"c","id":"0x1"
                O 1 20 A "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                O 1 30 A "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                D 1 40 A "cat":"c","id":"0x1"
                """);

        assertThat(objects.snapshotAt(id("0x1"), 19_999)).isEmpty();
        assertThat(objects.snapshotAt(id("0x1"), 20_000).orElseThrow().content())
                .hasToString("{a=1}");
        assertThat(objects.snapshotAt(id("0x1"), 29_999).orElseThrow().content())
                .hasToString("{a=1}");
        assertThat(objects.snapshotAt(id("0x1"), 39_999).orElseThrow().content())
                .hasToString("{a=2}");
        assertThat(objects.snapshotAt(id("0x1"), 40_000)).isEmpty();
    }

    @Test
    void idRef_isTheSnapshotOfThatTime() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 Tile "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                O 1 9 Tile "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                """);

        assertThat(objects.resolve(1, reference("0x1"), 8_000).orElseThrow().content())
                .hasToString("{a=1}");
        assertThat(objects.resolve(1, reference("0x1"), 9_000).orElseThrow().content())
                .hasToString("{a=2}");
        assertThat(objects.resolve(2, reference("0x1"), 9_000)).isEmpty();
        assertThat(objects.resolve(1, reference("0x2"), 9_000)).isEmpty();
        assertThat(objects.resolve(1, Args.EMPTY, 9_000)).isEmpty();
    }

    @Test
    void idRefs_mayGoInCircles() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"name":"a","other":{"id_ref":"0x2"}}}
                O 1 5 B "cat":"c","id":"0x2","args":{"snapshot":{"name":"b","other":{"id_ref":"0x1"}}}
                """);

        TracedObject.Snapshot a = objects.resolve(1, reference("0x1"), 5_000).orElseThrow();
        TracedObject.Snapshot b =
                objects.resolve(1, a.content().object("other"), a.tsNanos()).orElseThrow();
        assertThat(b.content().text("name")).isEqualTo("b");
        assertThat(objects.resolve(1, b.content().object("other"), b.tsNanos())).contains(a);
    }

    @Test
    void idRef_mayNameAScopeAndAProcess() throws IOException {
        ObjectSnapshots objects = objects("""
                M 9:0 0 process_name "args":{"name":"Browser"}
                O 9:1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"n":1}}
                O 9:1 5 A "cat":"c","id":"0x1","scope":"cc","args":{"snapshot":{"n":2}}
                O 3:1 5 A "cat":"c","id2":{"global":"0x9"},"args":{"snapshot":{"n":3}}
                """);

        assertThat(resolved(objects, Map.of("id_ref", "0x1", "pid_ref", 9L))).isEqualTo("{n=1}");
        assertThat(resolved(objects, Map.of("id_ref", "0x1", "pid_ref", -1L))).isEqualTo("{n=1}");
        assertThat(resolved(objects, Map.of("id_ref", "0x1", "pid_ref", -1L, "scope", "cc")))
                .isEqualTo("{n=2}");
        assertThat(resolved(objects, Map.of("id_ref", "0x9"))).isEqualTo("{n=3}");
        assertThat(resolved(objects, Map.of("id_ref", "0x1"))).isEmpty();
    }

    private static String resolved(ObjectSnapshots objects, Map<String, Object> reference) {
        return objects.resolve(4, Args.of(reference), 5_000)
                .map(snapshot -> snapshot.content().toString())
                .orElse("");
    }

    @Test
    void objectsWithinASnapshot_getSnapshotsOfTheirOwn() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 Tree "cat":"cc","id":"0x1","args":{"snapshot":{"tiles":[\
                {"id":"cc::Tile/0x2","size":3,"inner":{"id":"Image/0x3","base_type":"Bitmap","cat":"gpu"}},\
                {"id":"plain"},7]}}
                """);

        assertThat(table(objects).lines().skip(1))
                .containsExactly(
                        "0x2 cc cc::Tile(cc::Tile) ?5..?5: 5{size=3, inner={id=Image/0x3, base_type=Bitmap, cat=gpu}}",
                        "0x3 gpu Image(Bitmap) ?5..?5: 5{}");
        TracedObject.Snapshot tile = objects.resolve(1, reference("0x2"), 5_000).orElseThrow();
        assertThat(tile.implicit()).isTrue();
        assertThat(objects.resolve(1, tile.content().object("inner"), 5_000)).isPresent();
    }

    @Test
    void input_isNotChangedByObjectsWithinIt() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 Tree "cat":"cc","id":"0x1","args":{"snapshot":{"tile":{"id":"Tile/0x2","size":3}}}
                """);

        assertThat(objects.resolve(1, reference("0x1"), 5_000).orElseThrow().content())
                .hasToString("{tile={id=Tile/0x2, size=3}}");
    }

    @Test
    void snapshots_thatAreNoObjectsAreKeptToo() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 Screenshot "cat":"shots","id":"0x1","args":{"snapshot":"AAAA"}
                """);

        assertThat(table(objects)).isEqualTo("0x1 shots Screenshot(Screenshot) ?5..?5: 5{snapshot=AAAA}");
    }

    @Test
    void events_mayComeInAnyOrder() throws IOException {
        ObjectSnapshots objects = objects("""
                D 1 50 A "cat":"c","id":"0x1"
                O 1 20 A "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                N 1 10 A "cat":"c","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("0x1 c A(A) 10..50: 20{a=2}");
        assertThat(objects.problems()).isEmpty();
    }
}
