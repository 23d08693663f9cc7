// SPDX-License-Identifier: Apache-2.0
package dev.jtracer.engine.handler.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jtracer.engine.handler.HandlerRun;
import java.io.IOException;
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

    /** An object a line: {@code type life snapshots}, in microseconds; {@code ?} is not traced. */
    private static String table(ObjectSnapshots objects) {
        return objects.objects().stream()
                .map(object -> object.type() + " " + object.createdNanos() / 1000 + ".."
                        + (object.deletionTraced() ? "" : "?") + object.deletedNanos() / 1000 + " "
                        + object.snapshots())
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

        assertThat(table(objects)).isEqualTo("Layer 10..50 2");
        assertThat(objects.problems()).isEmpty();
    }

    @Test
    void implicitObject_existsWithoutHavingBeenCreated() throws IOException {
        ObjectSnapshots objects = objects("""
                i 1 5 start
                O 1 15 Layer "cat":"cc","id":"0x1","args":{"snapshot":{"a":1}}
                """);

        assertThat(table(objects)).isEqualTo("Layer 15..?15 1");
    }

    @Test
    void overrides_ofCategoryAndBaseTypeComeFromTheSnapshot() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 15 PictureLayer "cat":"cc","id":"0x1","args":{"snapshot":{"cat":"ui","base_type":"Layer","a":1}}
                """);

        assertThat(table(objects)).isEqualTo("PictureLayer 15..?15 1");
    }

    @Test
    void overrides_thatAreNoTextAreCountedAndIgnored() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 15 PictureLayer "cat":"cc","id":"0x1","args":{"snapshot":{"base_type":7}}
                """);

        assertThat(table(objects)).isEqualTo("PictureLayer 15..?15 1");
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

        assertThat(table(objects)).isEqualTo("A 10..15 0\nB 17..20 0");
    }

    @Test
    void snapshotAfterDeletion_isANewObject() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 10 A "cat":"c","id":"0x1"
                D 1 15 A "cat":"c","id":"0x1"
                O 1 20 A "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                """);

        assertThat(table(objects)).isEqualTo("A 10..15 0\nA 20..?20 1");
    }

    @Test
    void earlySnapshot_isCountedAndStaysTheSameObject() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                N 1 10 A "cat":"c","id":"0x1"
                O 1 15 A "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                """);

        assertThat(table(objects)).isEqualTo("A 5..?15 2");
        assertThat(objects.problems()).hasToString("{SNAPSHOT_BEFORE_CREATION=1}");
    }

    @Test
    void secondSnapshotOfOneTime_isCountedAndDropped() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"a":1}}
                O 1 5 A "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                """);

        assertThat(table(objects)).isEqualTo("A 5..?5 1");
        assertThat(objects.problems()).hasToString("{SECOND_SNAPSHOT_AT_ONE_TIME=1}");
    }

    @Test
    void secondCreation_isCountedAndStaysTheSameObject() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 5 A "cat":"c","id":"0x1"
                N 1 8 A "cat":"c","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("A 5..?8 0");
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

        assertThat(table(objects)).isEqualTo("A 5..5 0\nA 8..9 0\nA 11..11 0");
        assertThat(objects.problems()).hasToString("{DELETED_BEFORE_CREATION=2}");
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

        assertThat(table(objects)).isEqualTo("A 5..9 3");
        assertThat(objects.problems()).hasToString("{CATEGORY_CHANGED=2, NAME_CHANGED=2, BASE_TYPE_CHANGED=1}");
    }

    @Test
    void events_withoutIdOrSnapshotAreCountedAndDropped() throws IOException {
        ObjectSnapshots objects = objects("""
                N 1 5 A "cat":"c"
                O 1 6 A "cat":"c","id":"0x1"
                O 1 7 A "cat":"c","id":"0x1","args":{"snapshot":{"id":"0x7","a":1}}
                """);

        assertThat(table(objects)).isEqualTo("A 7..?7 1");
        assertThat(objects.problems()).hasToString("{MISSING_ID=1, MISSING_SNAPSHOT=1, ID_IN_SNAPSHOT=1}");
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
    }

    @Test
    void objectsWithinASnapshot_getSnapshotsOfTheirOwn() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 Tree "cat":"cc","id":"0x1","args":{"snapshot":{"tiles":[\
                {"id":"cc::Tile/0x2","size":3,"inner":{"id":"Image/0x3","base_type":"Bitmap","cat":"gpu"}},\
                {"id":"plain"},7]}}
                """);

        assertThat(table(objects).lines().skip(1)).containsExactly("cc::Tile 5..?5 1", "Image 5..?5 1");
    }

    @Test
    void snapshots_thatAreNoObjectsAreKeptToo() throws IOException {
        ObjectSnapshots objects = objects("""
                O 1 5 Screenshot "cat":"shots","id":"0x1","args":{"snapshot":"AAAA"}
                """);

        assertThat(table(objects)).isEqualTo("Screenshot 5..?5 1");
    }

    @Test
    void events_mayComeInAnyOrder() throws IOException {
        ObjectSnapshots objects = objects("""
                D 1 50 A "cat":"c","id":"0x1"
                O 1 20 A "cat":"c","id":"0x1","args":{"snapshot":{"a":2}}
                N 1 10 A "cat":"c","id":"0x1"
                """);

        assertThat(table(objects)).isEqualTo("A 10..50 1");
        assertThat(objects.problems()).isEmpty();
    }
}
